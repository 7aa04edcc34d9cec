declare const __DOCKSIDE_VERSION__: string | undefined

/** The version of the sources of this build, such as `1.0.0+1a2b3c4` (`src/run/version.mjs`). */
export const VERSION = typeof __DOCKSIDE_VERSION__ === 'string' ? __DOCKSIDE_VERSION__ : 'unknown'
