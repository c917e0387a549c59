import { render } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { renderToString } from 'react-dom/server'
import { useForm, useWatch } from 'react-hook-form'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { captureEarlyInput } from './pre-hydration.ts'

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
  getInput('Held').value = 'tide'
  getInput('Form').value = 'clock'
  hydrate()

  expect(getInput('Held').value).toBe('tide')
  expect(getInput('Form').value).toBe('clock')
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
  getInput('Held').value = 'tide'
  const button = root.querySelector('button')
  button?.setAttribute('data-pressed-early', '')
  hydrate()

  expect(root.querySelector('output')?.textContent).toBe('tide, , 1 presses')
  expect(button?.hasAttribute('data-pressed-early')).toBe(false)
  expect(document.documentElement.dataset['page']).toBe('awake')
})

let replayEarlyInput: () => void

function hydrate() {
  replayEarlyInput = captureEarlyInput(root)
  render(<Page />, { container: root, hydrate: true })
}

function Page() {
  const [held, setHeld] = useState('')
  const [presses, setPresses] = useState(0)
  const { register, control } = useForm({ defaultValues: { form: '' } })
  const form = useWatch({ control, name: 'form' })
  useEffect(() => replayEarlyInput(), [])
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

function getInput(label: string): HTMLInputElement {
  const found = root.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)
  if (!found) throw new Error(`no ${label}`)
  return found
}
