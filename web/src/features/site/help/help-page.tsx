import { SearchX } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchInput } from '../../../ui/forms/search-input.tsx'
import { PageHeader } from '../page-header.tsx'
import { findQuestions, isFoundOnlyInAnswer } from './find-questions.ts'
import { QuestionItem } from './question-item.tsx'
import { QUESTIONS } from './questions.ts'
import { TopicTiles } from './topic-tiles.tsx'
import { parseTopic, TOPICS } from './topics.ts'

const QUERY_MAX = 100

/** Frequent questions, filtered by words and by topic. A link such as `/help#password` opens one of them. */
export function HelpPage() {
  const [q, setQ] = useState('')
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const searchInput = useRef<HTMLInputElement>(null)
  const linkedId = useLinkedQuestion()
  const topic = parseTopic(params.get('topic'))
  const matches = findQuestions(QUESTIONS, { q, topic })

  const showAll = () => {
    setQ('')
    void navigate('/help', { preventScrollReset: true })
    searchInput.current?.focus()
  }

  return (
    <div className="page grid content-start gap-6 py-10 sm:gap-8 sm:py-16">
      <PageHeader title="Help Center" lead="Search the answers, or choose a topic." />
      <SearchInput
        ref={searchInput}
        placeholder="Search for help..."
        maxLength={QUERY_MAX}
        value={q}
        onType={setQ}
        onClear={() => setQ('')}
        className="max-w-2xl"
      />
      <TopicTiles chosen={topic} />
      <section aria-labelledby="questions" className="grid gap-4">
        <div className="flex min-h-8 items-center justify-between gap-4">
          <h2 id="questions" className="text-xl font-semibold">
            {topic ? TOPICS[topic].label : 'Questions'}
          </h2>
          {(topic || q !== '') && matches.length > 0 && (
            <Button variant="ghost" size="sm" onClick={showAll}>
              Show all questions
            </Button>
          )}
        </div>
        <p role="status" className="sr-only">
          {getResultSummary(matches.length)}
        </p>
        {matches.length > 0 ? (
          <div className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
            {matches.map((question) => (
              <QuestionItem
                key={question.id}
                question={question}
                q={q.trim()}
                shouldOpen={question.id === linkedId || isFoundOnlyInAnswer(question, q)}
              />
            ))}
          </div>
        ) : (
          <EmptyState
            icon={SearchX}
            title="No answers found"
            className="rounded-card border border-line"
            action={
              <>
                <Button variant="primary" onClick={showAll}>
                  Show all questions
                </Button>
                <ButtonLink to="/contact">Contact support</ButtonLink>
              </>
            }
          >
            {topic
              ? `Nothing in ${TOPICS[topic].label} has these words. Try fewer, or all topics.`
              : 'Try fewer or other words, or ask us.'}
          </EmptyState>
        )}
      </section>
    </div>
  )
}

/** Id of the question in the hash of the URL; undefined until hydration, since prerendering has no hash. */
function useLinkedQuestion(): string | undefined {
  const { hash } = useLocation()
  return useHydrated() ? hash.slice(1) : undefined
}

function getResultSummary(count: number): string {
  if (count === 0) return 'No answers found'
  return count === 1 ? '1 question shown' : `${count} questions shown`
}
