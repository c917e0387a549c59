import { defineFeature } from '../../define-feature.ts'

export const joinRequests = defineFeature({
  name: 'join-requests',
  needs: [],
})
