import { render } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { renderToString } from 'react-dom/server'
import { useForm, useWatch } from 'react-hook-form'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdEarly } from './early.ts'

let root: HTMLElement
beforeEach(() => {
  root = document.body.appendChild(document.createElement('div'))
})
afterEach(() => {
  root.remove()
  delete document.documentElement.dataset['page']
})

test('what was typed before the code was there is known to it, whoever holds the text', () => {
  root.innerHTML = renderToString(<Page />)
  input('Held').value = 'tide'
  input('Form').value = 'clock'
  hydrate()

  expect(input('Held').value).toBe('tide')
  expect(input('Form').value).toBe('clock')
  expect(root.querySelector('output')?.textContent).toBe('tide, clock, 0 presses')
})

test('a field that nobody typed into is left alone', () => {
  root.innerHTML = renderToString(<Page />)
  const heard: unknown[] = []
  root.addEventListener('input', (event) => heard.push(event.target))
  hydrate()

  expect(heard).toEqual([])
})

test('a button that was pressed too early is pressed once, with what was typed before', () => {
  root.innerHTML = renderToString(<Page />)
  input('Held').value = 'tide'
  const button = root.querySelector('button')
  button?.setAttribute('data-pressed-early', '')
  hydrate()

  expect(root.querySelector('output')?.textContent).toBe('tide, , 1 presses')
  expect(button?.hasAttribute('data-pressed-early')).toBe(false)
  expect(document.documentElement.dataset['page']).toBe('awake')
})

let catchUp: () => void

function hydrate() {
  catchUp = holdEarly(root)
  render(<Page />, { container: root, hydrate: true })
}

function Page() {
  const [held, setHeld] = useState('')
  const [presses, setPresses] = useState(0)
  const { register, control } = useForm({ defaultValues: { form: '' } })
  const form = useWatch({ control, name: 'form' })
  useEffect(() => catchUp(), [])
  return (
    <main>
      <input aria-label="Held" value={held} onChange={(event) => setHeld(event.target.value)} />
      <input aria-label="Form" {...register('form')} />
      <button type="button" onClick={() => setPresses(presses + 1)}>
        Press
      </button>
      <output>{`${held}, ${form}, ${presses} presses`}</output>
    </main>
  )
}

function input(label: string): HTMLInputElement {
  const found = root.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)
  if (!found) throw new Error(`no ${label}`)
  return found
}
