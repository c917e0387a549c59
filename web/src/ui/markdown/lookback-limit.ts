/** Runs of `*`, `_` and `~` in one paragraph that can be emphasis. */
const EMPHASIS_MAX = 200
/** Backticks in one paragraph that can begin code. */
const CODE_MAX = 100
/** Tokens that the brackets of one paragraph, and its words, may make the parser look back at. */
const LOOKBACK_MAX = 500_000

type State = (code: number | null) => State | undefined

/** What is used here of the tokenizer of micromark, which reads one paragraph, heading or cell. */
interface Tokenizer {
  events: unknown[]
}

interface Effects {
  enter: (type: 'data') => void
  consume: (code: number | null) => void
  exit: (type: 'data') => void
}

interface Construct {
  previous?: (code: number | null) => boolean
  tokenize: (this: Tokenizer, effects: Effects, ok: State, nok: State) => State
}

/**
 * Bounds the time of a paragraph full of marks. To find what opens an emphasis or a label, and whether a word can be an address,
 * micromark looks back at all tokens of the paragraph, and to find the end of code it reads ahead to the end of the paragraph: quadratic
 * time. Marks beyond the bounds stay text.
 */
export const LOOKBACK_LIMIT: { text: Record<number, Construct[]> } = { text: {} }

const limitEmphasis = createLimit(EMPHASIS_MAX, () => 1)
for (const mark of '*_~') addLimit(mark, limitEmphasis)

addLimit(
  '`',
  createLimit(CODE_MAX, () => 1),
)
addLimit(
  ']',
  createLimit(LOOKBACK_MAX, ({ events }) => events.length),
)

const limitWords = createLimit(LOOKBACK_MAX, ({ events }) => events.length)
/** The characters that start a literal address where no such character is before them. */
const WORD_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-._'
const isWordStart = (previous: number | null) =>
  previous === null || !`${WORD_CHARACTERS}/`.includes(String.fromCodePoint(Math.max(previous, 0)))
for (const character of WORD_CHARACTERS)
  addLimit(character, { ...limitWords, previous: isWordStart })

function addLimit(character: string, construct: Construct): void {
  ;(LOOKBACK_LIMIT.text[character.charCodeAt(0)] ??= []).push(construct)
}

/** Makes a character text once a paragraph has spent `max`; until then the other constructs read it. */
function createLimit(max: number, getCost: (tokenizer: Tokenizer) => number): Construct {
  const spent = new WeakMap<Tokenizer, number>()
  return {
    tokenize(effects, ok, nok) {
      return (code) => {
        const total = (spent.get(this) ?? 0) + getCost(this)
        spent.set(this, total)
        if (total <= max) return nok(code)
        effects.enter('data')
        effects.consume(code)
        effects.exit('data')
        return ok
      }
    },
  }
}
