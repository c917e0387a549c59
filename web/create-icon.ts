import { createElement, type FunctionComponent, type SVGProps } from 'react'

type IconShape = [tag: string, attributes: Record<string, string>]

/**
 * Takes the place of lucide's own `createLucideIcon` in builds (`vite.config.ts`): a page has some hundred icons, and
 * lucide's sizes, contexts and class names, which nothing here uses, were a tenth of the work of hydration.
 */
// oxlint-disable-next-line import/no-default-export -- lucide's icons import it so.
export default function createIcon({
  node,
}: {
  node: IconShape[]
}): FunctionComponent<SVGProps<SVGSVGElement>> {
  // The same elements for every use, so React has nothing to compare when an icon renders again.
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes))
  return (props) =>
    createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': 'true',
        ...props,
      },
      shapes,
    )
}
