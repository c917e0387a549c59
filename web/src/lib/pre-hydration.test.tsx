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

test('a button pressed before hydration is clicked once, after the typed text is replayed', () => {
  root.innerHTML = renderToString(<Page />)
  getInput('Controlled').value = 'tide'
  const button = root.querySelector('button')
  button?.setAttribute('data-pressed-early', '')
  hydrate()

  expect(root.querySelector('output')?.textContent).toBe('tide, , 1 presses')
  expect(button?.hasAttribute('data-pressed-early')).toBe(false)
  expect(document.documentElement.dataset['page']).toBe('hydrated')
})

test('a shortcut pressed before hydration is repeated once, for the listeners of the page', () => {
  root.innerHTML = renderToString(<Page />)
  Object.assign(window, { earlyKeys: [new KeyboardEvent('keydown', { key: '?', shiftKey: true })] })
  const keys: string[] = []
  document.addEventListener('keydown', ({ key, shiftKey }) => keys.push(`${key} ${shiftKey}`))
  hydrate()
  replayEarlyInput()

  expect(keys).toEqual(['? true'])
})

let replayEarlyInput: () => void

function hydrate() {
  replayEarlyInput = captureEarlyInput(root)
  render(<Page />, { container: root, hydrate: true })
}

function Page() {
  const [controlled, setControlled] = useState('')
  const [presses, setPresses] = useState(0)
  const { register, control } = useForm({ defaultValues: { form: '' } })
  const form = useWatch({ control, name: 'form' })
  useEffect(() => replayEarlyInput(), [])
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

function getInput(label: string): HTMLInputElement {
  const input = root.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)
  if (!input) throw new Error(`no ${label}`)
  return input
}
