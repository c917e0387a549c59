import { fireEvent, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PassingWave } from './passing-wave.tsx'

test('the wave is decoration, and gone once it has passed', () => {
  const { container } = render(<PassingWave />)
  const wave = container.querySelector('svg')
  expect(wave?.getAttribute('aria-hidden')).toBe('true')
  expect(wave?.classList).toContain('motion-reduce:hidden')
  if (wave) fireEvent.animationEnd(wave)
  expect(container.childElementCount).toBe(0)
})
