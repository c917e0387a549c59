/** The area under the ROC curve: how often a value of `ones` is larger than one of `others`. 0.5 says nothing, 0 and 1 everything. */
export function computeAuc(ones: number[], others: number[]): number {
  let wins = 0
  for (const one of ones) {
    for (const other of others) wins += one > other ? 1 : one === other ? 0.5 : 0
  }
  return wins / (ones.length * others.length)
}
