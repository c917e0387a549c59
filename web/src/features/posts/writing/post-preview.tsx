import type { Post } from '@dolph/contract/posts/posts'
import type { ProjectGlance } from '@dolph/contract/projects/projects'
import { useDeferredValue } from 'react'
import { useWatch, type Control } from 'react-hook-form'
import { Badge } from '../../../ui/badge.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { PostCover } from '../cover/post-cover.tsx'
import { CardPreview } from './card-preview.tsx'
import { POST_TYPES } from '../post-type.ts'
import type { PostFields } from './post-fields.ts'

interface Props {
  control: Control<PostFields>
  /** What is known of the post besides its fields. */
  known?: Partial<Post>
  /** What its card says of the project. */
  project: ProjectGlance | null
}

/** The post as others will see it: its card in lists, then its page. */
export function PostPreview({ control, known, project }: Props) {
  const [title, type, body, cover] = useWatch({
    control,
    name: ['title', 'type', 'body', 'cover'],
  })
  // Deferred: typing has priority over rendering the preview.
  const rendered = useDeferredValue(body)
  const { label, icon, tone } = POST_TYPES[type]

  return (
    <article
      aria-label="Preview"
      className="grid grid-cols-1 content-start justify-items-start gap-3"
    >
      <CardPreview control={control} known={known} project={project} />
      <div className="my-3 w-full border-t border-line" />
      <Badge tone={tone} icon={icon}>
        {label}
      </Badge>
      <h2 className="max-w-full text-2xl font-semibold wrap-anywhere">
        {title.trim() ? <bdi>{title}</bdi> : <span className="text-faint">Untitled</span>}
      </h2>
      {cover && (
        <PostCover
          post={{ _id: '', title, type, cover }}
          size="page"
          isEager
          className="mt-2 max-w-[38rem]"
        />
      )}
      {rendered.trim() ? (
        <Markdown
          text={rendered}
          hasPictures
          className="mt-2 w-full max-w-[38rem] min-w-0 leading-7"
        />
      ) : (
        <p className="mt-2 text-muted">Your description will appear here as others will read it.</p>
      )}
    </article>
  )
}
