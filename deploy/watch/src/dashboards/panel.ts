/** The few parts of Grafana's dashboard model that we need. */
export interface Panel {
  title: string
  /** What a reader should know to judge the panel. */
  description?: string
  unit?: Unit
  /** A number instead of a curve. */
  isNumber?: boolean
  queries: Record<string, string>
}

type Unit = 's' | 'reqps' | 'ops' | 'percentunit' | 'bytes' | 'short' | 'none'

export interface Dashboard {
  /** The name of the file, and the id in Grafana. */
  id: string
  title: string
  panels: readonly Panel[]
}

const COLUMNS = 24
const WIDTH = 8
const HEIGHT = 7
const REF_IDS = 'ABCDEFGH'

/** The JSON that Grafana imports. The data source is chosen at the import. */
export function renderDashboard({ id, title, panels }: Dashboard) {
  return {
    uid: `dolph-${id}`,
    title: `Dolph: ${title}`,
    tags: ['dolph'],
    schemaVersion: 39,
    editable: false,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [{ name: 'source', label: 'Prometheus', type: 'datasource', query: 'prometheus' }],
    },
    panels: panels.map((panel, index) => renderPanel(panel, index)),
  }
}

function renderPanel({ title, description, unit, isNumber, queries }: Panel, index: number) {
  const datasource = { type: 'prometheus', uid: '${source}' }
  const perRow = COLUMNS / WIDTH
  return {
    id: index + 1,
    title,
    ...(description !== undefined && { description }),
    type: isNumber ? 'stat' : 'timeseries',
    datasource,
    gridPos: {
      x: (index % perRow) * WIDTH,
      y: Math.floor(index / perRow) * HEIGHT,
      w: WIDTH,
      h: HEIGHT,
    },
    fieldConfig: { defaults: { unit: unit ?? 'short', min: 0 }, overrides: [] },
    targets: Object.entries(queries).map(([legend, expr], query) => ({
      refId: REF_IDS[query] ?? 'Z',
      datasource,
      expr,
      legendFormat: legend,
    })),
  }
}

/** The time that a share of the observations stays below. */
export function quantile(share: number, metric: string, by = ''): string {
  return `histogram_quantile(${share}, sum by (${by ? `${by}, ` : ''}le) (rate(${metric}[5m])))`
}
