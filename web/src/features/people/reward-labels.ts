import type { Reward } from '@dolph/contract/availability'

/** How a role is rewarded, in the words of every page. */
export const REWARD_LABELS: Record<Reward, string> = {
  unpaid: 'Unpaid',
  'shared-revenue': 'Shared revenue',
  equity: 'Equity',
  paid: 'Paid',
}
