export interface PageBudget {
  scripts: number
  all: number
}

/** The kilobytes, gzip-encoded, that a visitor with an empty cache downloads at most before any interaction. See decision 26. */
export const PAGE_BUDGETS: Readonly<Record<string, PageBudget>> = {
  '/': { scripts: 131, all: 250 },
  '/about': { scripts: 134, all: 250 },
  '/help': { scripts: 142, all: 250 },
  '/browse': { scripts: 198, all: 370 },
  '/roles': { scripts: 219, all: 330 },
  '/login': { scripts: 228, all: 290 },
  '/p/:id': { scripts: 226, all: 300 },
}
