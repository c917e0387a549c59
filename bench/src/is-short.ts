/** Set by `pnpm bench short` for the benchmarks that it runs: one round, after little warm-up. */
export const isShort = process.env['BENCH_SHORT'] === '1'
