import { liveMessages, sessionWatch, viewerMenu } from '../app/for-members.ts'

/** Imported by tests in which what comes late for members is there from the start. */
await Promise.all([sessionWatch.ready(), liveMessages.ready(), viewerMenu.ready()])
