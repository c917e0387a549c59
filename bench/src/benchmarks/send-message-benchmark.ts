import { sendMessageStatement } from '@dolph/api/features/messaging/sending/insert-message'
import { startApi } from '../api-server.ts'
import { sampleMemberPairs } from '../conversation-samples.ts'
import { runPgbench } from '../benchmark-tools.ts'
import { inlineParameters, arrayElementSql } from '../pgbench-sql.ts'
import { connectPairs, MESSAGE_TEXT } from '../live/message-sender.ts'
import { CONCURRENT_MESSAGES } from '../live/send-rates.ts'
import { percentile } from '../percentile.ts'
import { isShort } from '../is-short.ts'
import { measureRounds } from '../measure-rounds.ts'
import { printLine } from '../print-line.ts'

const PAIR_COUNT = isShort ? 100 : 400
const ROUND_SECONDS = 4
const WARM_UP_SECONDS = isShort ? 2 : 8
const STEADY_RATE_PER_SECOND = 200
const STEADY_SECONDS = isShort ? 5 : 20

/** Compares messages sent between WebSockets of two API processes with PostgreSQL running the same statement. */
export async function benchmarkSendMessage(): Promise<void> {
  const pairs = await sampleMemberPairs(PAIR_COUNT)
  await using senderApi = await startApi()
  await using peerApi = await startApi()
  using messageSender = await connectPairs(pairs, {
    sendersUrl: senderApi.url,
    peersUrl: peerApi.url,
  })

  await messageSender.measureThroughput(WARM_UP_SECONDS)
  const rates = await measureRounds({
    pgbench: () => runPgbench(buildSendMessageScript(pairs), { clients: CONCURRENT_MESSAGES }),
    'socket to socket': () => messageSender.measureThroughput(ROUND_SECONDS),
  })
  const latencies = await messageSender.measureLatencies(STEADY_RATE_PER_SECOND, STEADY_SECONDS)
  printLine(
    `${latencies.length} messages at ${STEADY_RATE_PER_SECOND} per second, each confirmed as delivered`,
  )
  const ratio = rates['socket to socket'] / rates.pgbench
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)]
  printLine(`send/pgbench=${ratio.toFixed(2)} p50=${p50.toFixed(1)} p99=${p99.toFixed(1)}`)
}

function buildSendMessageScript(pairs: [string, string][]): string {
  const statement = inlineParameters(sendMessageStatement, {
    memberId: arrayElementSql(
      pairs.map(([sender]) => sender),
      'uuid',
    ),
    peerId: arrayElementSql(
      pairs.map(([, peer]) => peer),
      'uuid',
    ),
    content: `'${MESSAGE_TEXT}'`,
    tempId: `('temp-' || gen_random_uuid())`,
    mayStartConversation: 'false' as unknown as boolean,
  })
  return `\\set nth random(1, ${pairs.length})\n${statement};`
}
