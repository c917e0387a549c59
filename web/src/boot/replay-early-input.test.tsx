import { render } from '@testing-library/react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { renderToString } from 'react-dom/server'
import { useForm, useWatch } from 'react-hook-form'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { captureEarlyInput } from './replay-early-input.ts'

let root: HTMLElement
beforeEach(() => {
  root = document.body.appendChild(document.createElement('div'))
})
afterEach(() => {
  root.remove()
  delete document.documentElement.dataset['hydrated']
})

test('text typed before hydration reaches both React state and forms', () => {
  root.innerHTML = renderToString(<Page />)
  getInput('Controlled').value = 'tide'
  getInput('Form').value = 'clock'
  hydrate()

  expect(getInput('Controlled').value).toBe('tide')
  expect(getInput('Form').value).toBe('clock')
  expect(root.querySelector('output')?.textContent).toBe('tide, clock, 0 presses')
})

test('a field without typed text is left alone', () => {
  root.innerHTML = renderToString(<Page />)
  const inputEvents: unknown[] = []
  root.addEventListener('input', (event) => inputEvents.push(event.target))
  hydrate()

  expect(inputEvents).toEqual([])
})

test('text typed while the page hydrates is kept', () => {
  root.innerHTML = renderToString(<Page />)
  earlyInput = captureEarlyInput(root)
  getInput('Form').value = 'clock'
  getInput('Form').dispatchEvent(new Event('input', { bubbles: true }))
  render(<Page />, { container: root, hydrate: true })

  expect(root.querySelector('output')?.textContent).toBe(', clock, 0 presses')
})

test('a page that is rendered again gets what was typed and pressed before, and the focus', () => {
  root.innerHTML = renderToString(<Page />)
  getInput('Controlled').value = 'tide'
  getInput('Form').value = 'clock'
  getInput('Form').focus()
  const oldButton = pressEarly()
  earlyInput = captureEarlyInput(root)
  root.replaceChildren()
  render(<Page />, { container: root })

  expect(oldButton.isConnected).toBe(false)
  expect(document.activeElement).toBe(getInput('Form'))
  expect(root.querySelector('output')?.textContent).toBe('tide, clock, 1 presses')
})

test('a button pressed before hydration is clicked once, after the typed text is replayed', () => {
  root.innerHTML = renderToString(<Page />)
  getInput('Controlled').value = 'tide'
  pressEarly()
  hydrate()

  expect(root.querySelector('output')?.textContent).toBe('tide, , 1 presses')
  expect(document.documentElement.dataset).toHaveProperty('hydrated')
  earlyInput.repeatPresses()
  expect(root.querySelector('output')?.textContent).toBe('tide, , 1 presses')
})

test('a shortcut pressed before hydration is repeated once, for the listeners of the page', () => {
  root.innerHTML = renderToString(<Page />)
  Object.assign(window, {
    earlyKeys: new Set([new KeyboardEvent('keydown', { key: '?', shiftKey: true })]),
  })
  const keys: string[] = []
  document.addEventListener('keydown', ({ key, shiftKey }) => keys.push(`${key} ${shiftKey}`))
  hydrate()
  earlyInput.repeatPresses()

  expect(keys).toEqual(['? true'])
})

let earlyInput: ReturnType<typeof captureEarlyInput>

function hydrate() {
  earlyInput = captureEarlyInput(root)
  render(<Page />, { container: root, hydrate: true })
}

function Page() {
  const [controlled, setControlled] = useState('')
  const [presses, setPresses] = useState(0)
  const { register, control } = useForm({ defaultValues: { form: '' } })
  const form = useWatch({ control, name: 'form' })
  useLayoutEffect(() => earlyInput.restoreFields(), [])
  useEffect(() => earlyInput.repeatPresses(), [])
  return (
    <main>
      <input
        aria-label="Controlled"
        value={controlled}
        onChange={(event) => setControlled(event.target.value)}
      />
      <input aria-label="Form" {...register('form')} />
      <button type="button" onClick={() => setPresses(presses + 1)}>
        Press
      </button>
      <output>{`${controlled}, ${form}, ${presses} presses`}</output>
    </main>
  )
}

/** Keeps the button as pressed, as `boot/pre-hydration.ts` does. */
function pressEarly(): HTMLButtonElement {
  const button = root.querySelector('button')
  if (!button) throw new Error('no button')
  Object.assign(window, { earlyPresses: new Set([button]) })
  return button
}

function getInput(label: string): HTMLInputElement {
  const input = root.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)
  if (!input) throw new Error(`no ${label}`)
  return input
}
