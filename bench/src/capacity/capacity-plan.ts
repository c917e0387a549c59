/** What a million members cause at the peak. Assumptions and measurements are distinguished in docs/capacity.md. */
const PER_MILLION = { tabs: 10_000, pages: 670, sends: 53, dataGb: 250, picturesGb: 15 }

/** CPU seconds on the machines that docs/performance.md was measured on. */
const NODE = { page: 0.000_29, send: 0.001, socket: 1 / 25_000 }
const POSTGRESQL = { page: 0.000_6, search: 0.005, send: 0.000_85, session: 0.000_03 }
const SEARCH_SHARE = 0.1
/** Half of every core stays free for a lost machine, maintenance and a busier hour. */
const HEADROOM_FACTOR = 2
const SOCKETS_PER_PROCESS = 10_000
const PEAK_TO_MEAN = 10
const PAGE_BYTES = 9_000
const SECONDS_PER_MONTH = 2_592_000

/** USD a month. Large clouds ask three to five times that. */
const PRICES = {
  core: 15,
  memoryGb: 2.5,
  diskTb: 80,
  bucketTb: 15,
  sentTb: 10,
  thousandMails: 0.1,
}
const MAILS_PER_MEMBER = 1
/** Of each disk, a third stays free. */
const DISK_RESERVE = 1.5
const API_PROCESS_MEMORY_GB = 2

interface Shape {
  name: string
  /** Machines of PostgreSQL; on one box everything runs on it. */
  machines: number
  cores: number
  memoryGb: number
  hasApiMachines: boolean
}

const SIZES: { members: number; shape: Shape }[] = [
  {
    members: 100_000,
    shape: { name: 'one box', machines: 1, cores: 2, memoryGb: 8, hasApiMachines: false },
  },
  {
    members: 1_000_000,
    shape: { name: 'trio', machines: 3, cores: 4, memoryGb: 32, hasApiMachines: true },
  },
  {
    members: 10_000_000,
    shape: { name: 'trio', machines: 3, cores: 16, memoryGb: 256, hasApiMachines: true },
  },
  {
    members: 100_000_000,
    shape: { name: '25 trios', machines: 75, cores: 8, memoryGb: 128, hasApiMachines: true },
  },
]

export interface CapacityRow {
  members: number
  tabs: number
  pages: number
  sends: number
  dataGb: number
  apiCores: number
  apiProcesses: number
  databaseCores: number
  /** Of these, what read replicas could take over. */
  movableCores: number
  shape: string
  dollars: number
}

export function computeCapacity(members: number, shape: Shape): CapacityRow {
  const millions = members / 1_000_000
  const tabs = PER_MILLION.tabs * millions
  const pages = PER_MILLION.pages * millions
  const sends = PER_MILLION.sends * millions
  const dataGb = PER_MILLION.dataGb * millions
  const api = pages * NODE.page + sends * NODE.send + tabs * NODE.socket
  const reading =
    pages * (1 - SEARCH_SHARE) * POSTGRESQL.page + pages * SEARCH_SHARE * POSTGRESQL.search
  const sessions = pages * POSTGRESQL.session
  const database = reading + sends * POSTGRESQL.send
  const apiProcesses = Math.max(2, Math.ceil(tabs / SOCKETS_PER_PROCESS), Math.ceil(api))
  const apiCores = api * HEADROOM_FACTOR
  return {
    members,
    tabs,
    pages,
    sends,
    dataGb,
    apiCores,
    apiProcesses,
    databaseCores: database * HEADROOM_FACTOR,
    // The lookup of the session is part of a page and stays on the primary: a replica that lags would accept an ended one.
    movableCores: (reading - sessions) * HEADROOM_FACTOR,
    shape: describeShape(shape),
    dollars: computeDollars({ millions, members, pages, dataGb, apiCores, apiProcesses, shape }),
  }
}

interface CostInput {
  millions: number
  members: number
  pages: number
  dataGb: number
  apiCores: number
  apiProcesses: number
  shape: Shape
}

function computeDollars(input: CostInput): number {
  const { millions, members, pages, dataGb, apiCores, apiProcesses, shape } = input
  const { machines, cores, memoryGb, hasApiMachines } = shape
  const database = machines * (cores * PRICES.core + memoryGb * PRICES.memoryGb)
  const copies = Math.min(machines, 3)
  const disks = ((dataGb * copies * DISK_RESERVE) / 1_000) * PRICES.diskTb
  const api = hasApiMachines
    ? Math.max(2, apiCores) * PRICES.core + apiProcesses * API_PROCESS_MEMORY_GB * PRICES.memoryGb
    : 0
  const sentTb = ((pages / PEAK_TO_MEAN) * PAGE_BYTES * SECONDS_PER_MONTH) / 1e12
  const mails = ((members * MAILS_PER_MEMBER) / 1_000) * PRICES.thousandMails
  const pictures = ((PER_MILLION.picturesGb * millions) / 1_000) * PRICES.bucketTb
  return database + disks + api + sentTb * PRICES.sentTb + mails + pictures
}

function describeShape({ name, machines, cores, memoryGb }: Shape): string {
  return `${name}: ${machines} × ${cores} cores, ${memoryGb} GB`
}

const HEADINGS = [
  'Members',
  'Tabs',
  'Pages/s',
  'Sends/s',
  'Data',
  'API cores',
  'Processes',
  'PostgreSQL cores',
  'of these movable',
  'PostgreSQL machines',
  'USD a month',
]

/** The table of docs/capacity.md, as rows of cells. */
export function buildCapacityTable(): string[][] {
  const rows = SIZES.map(({ members, shape }) => computeCapacity(members, shape))
  return [
    HEADINGS,
    ...rows.map((row) => [
      ...[row.members, row.tabs, row.pages, row.sends].map((value) => formatCount(value)),
      row.dataGb < 1_000 ? `${row.dataGb} GB` : `${row.dataGb / 1_000} TB`,
      formatCores(row.apiCores),
      String(row.apiProcesses),
      formatCores(row.databaseCores),
      formatCores(row.movableCores),
      row.shape,
      formatCount(Number(row.dollars.toPrecision(2))),
    ]),
  ]
}

function formatCount(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

function formatCores(cores: number): string {
  return cores < 10 ? cores.toFixed(1) : formatCount(cores)
}
