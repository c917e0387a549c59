import { useEffect, useRef } from 'react'
import { useSearchParams, type NavigateOptions } from 'react-router'

type ChangeParams = (
  change: (current: URLSearchParams) => URLSearchParams,
  options?: NavigateOptions,
) => void

/** The parameters of the URL and a function that changes them without scrolling. */
export function useUrlParams(): [URLSearchParams, ChangeParams] {
  const [params, setParams] = useSearchParams()
  // The router renders a navigation a moment after it was asked for; a second change in that moment builds on the first.
  const requestedParams = useRef(params)
  useEffect(() => {
    requestedParams.current = params
  }, [params])

  const changeParams: ChangeParams = (change, options) => {
    const next = change(requestedParams.current)
    requestedParams.current = next
    setParams(next, { preventScrollReset: true, ...options })
  }
  return [params, changeParams]
}
