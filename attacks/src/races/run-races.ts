import { printLine } from '@dolph/bench/print-line'
import { accountRaces } from './account-races.ts'
import { contentRaces } from './content-races.ts'
import { deletionRaces } from './deletion-races.ts'
import { startRaceStack } from './race.ts'

/** Runs every race this many times, and returns whether everything held in all of them. */
export async function attackWithRaces({ rounds }: { rounds: number }): Promise<boolean> {
  const { races, problems } = await runRaces(rounds)
  for (const problem of problems) printLine(problem)
  printLine(`races=${races} wrong=${problems.length}`)
  return problems.length === 0
}

/** Every race this many times; one problem for each race in which something did not hold. */
export async function runRaces(rounds: number) {
  await using stack = await startRaceStack()
  const races = [...contentRaces, ...accountRaces, ...deletionRaces]
  const problems: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, run } of races) {
      const wrong = await run(stack)
      if (wrong.length > 0) problems.push(`round ${round}, ${name}: ${wrong.join('; ')}`)
    }
  }
  return { races: rounds * races.length, problems }
}
