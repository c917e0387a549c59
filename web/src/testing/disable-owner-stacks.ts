import * as React from 'react'

/**
 * React's development build stores a stack trace with the first 10,000 elements of each second, so that a warning can say which
 * component created an element. The traces take a seventh of the processor time of these tests. React stores none while
 * its counter is above that number.
 */
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
if (typeof internals !== 'object' || internals === null) {
  throw new Error('React has no internals any more: remove this file, or find its counter')
}
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.MAX_SAFE_INTEGER,
  // React increments the counter, and resets it every second.
  set: () => {},
  configurable: true,
})
