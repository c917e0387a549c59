/** Runs of `*`, `_` and `~` in one paragraph that can be emphasis. */
const EMPHASIS_MAX = 200
/** Backticks of one paragraph after which the parser may look for the end of code in vain. */
const OPEN_CODE_MAX = 50
/** Tokens that the brackets of one paragraph, and its words, may make the parser look back at. */
const LOOKBACK_MAX = 500_000

const BACKTICK = '`'.charCodeAt(0)

type State = (code: number | null) => State | undefined

/** What is used here of the tokenizer of micromark, which reads one paragraph, heading or cell. */
interface Tokenizer {
  events: [phase: 'enter' | 'exit', token: { type: string }, context: unknown][]
}

interface Effects {
  enter: (type: 'data') => void
  consume: (code: number | null) => void
  exit: (type: 'data') => void
}

interface Construct {
  /** Otherwise it comes before the parser's own constructs. */
  add?: 'after'
  previous?: (this: Tokenizer, code: number | null) => boolean
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

for (const limit of createCodeLimits()) addLimit('`', limit)
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
        return total <= max ? nok(code) : readAsText(effects, ok, code)
      }
    },
  }
}

/** Makes backticks text once too many in a paragraph have begun no code. These reach the second construct, which counts them. */
function createCodeLimits(): Construct[] {
  const counts = new WeakMap<Tokenizer, number>()
  return [
    {
      previous: canBeginCode,
      tokenize(effects, ok, nok) {
        return (code) =>
          (counts.get(this) ?? 0) < OPEN_CODE_MAX ? nok(code) : readAsText(effects, ok, code)
      },
    },
    {
      add: 'after',
      previous: canBeginCode,
      tokenize(_effects, _ok, nok) {
        return (code) => {
          counts.set(this, (counts.get(this) ?? 0) + 1)
          return nok(code)
        }
      },
    },
  ]
}

/** As the parser decides it: not in the middle of a run of backticks. */
function canBeginCode(this: Tokenizer, previous: number | null): boolean {
  return previous !== BACKTICK || this.events.at(-1)?.[1].type === 'characterEscape'
}

function readAsText(effects: Effects, ok: State, code: number | null): State {
  effects.enter('data')
  effects.consume(code)
  effects.exit('data')
  return ok
}
