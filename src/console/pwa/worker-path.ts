/** The path of the built service worker. */
export const WORKER_PATH = '/sw.js'
