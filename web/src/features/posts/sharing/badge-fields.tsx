import { CopyField } from './copy-field.tsx'

interface Props {
  links: { badgePath: string; markdown: string; html: string }
}

/** The badge of a project with the texts that put it into a README or a page. */
export function BadgeFields({ links }: Props) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-sm text-muted">
        It says how many roles are open, and leads to the public page.
      </p>
      {/* The height is reserved; the width depends on what the badge says. */}
      <div className="flex h-6 items-center">
        <img src={links.badgePath} alt="Badge of this project" className="h-5 w-auto" />
      </div>
      <CopyField label="Badge as Markdown" text={links.markdown} />
      <CopyField label="Badge as HTML" text={links.html} />
    </div>
  )
}
