const PRINCIPLES = [
  {
    name: 'Develop',
    text: 'Work that exists beats work that is planned. Show what runs, however small, and improve it where people can see.',
  },
  {
    name: 'Organize',
    text: 'A project says what it is, how far it is and who it needs, so the right people can find it.',
  },
  {
    name: 'Link',
    text: 'Behind every project is a person, and a conversation with them is never more than two clicks away.',
  },
  {
    name: 'Propose',
    text: 'Ideas are welcome before they are finished. A question at the right time saves a month of building the wrong thing.',
  },
  {
    name: 'Harmonize',
    text: 'Different skills, one project. We build for people who listen to each other, and leave out what drives them apart.',
  },
] as const

/** The five principles whose initials form the name. */
export function Principles() {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {PRINCIPLES.map(({ name, text }) => (
        <li
          key={name}
          className="grid grid-cols-[2.5rem_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 py-5 sm:grid-cols-[2.5rem_8rem_minmax(0,1fr)] sm:gap-x-6 sm:py-6"
        >
          <span aria-hidden="true" className="text-3xl font-semibold text-primary">
            {name.charAt(0)}
          </span>
          <h3 className="text-lg font-semibold">{name}</h3>
          <p className="max-w-[65ch] text-pretty text-muted max-sm:col-start-2">{text}</p>
        </li>
      ))}
    </ul>
  )
}
