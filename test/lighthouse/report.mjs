/** The results of Lighthouse as text. */

/** @typedef {{ score: number | null, scoreDisplayMode: string, title: string, displayValue?: string, details?: unknown }} Audit */
/**
 * @typedef {object} Result
 * @property {Record<string, { title: string, score: number | null, auditRefs: { id: string, weight: number }[] }>} categories
 * @property {Record<string, Audit>} audits
 */

/** The goals of the console, out of 100. */
const GOALS = /** @type {const} */ ({ performance: 95, accessibility: 100, 'best-practices': 100 })

/**
 * The run with the median performance.
 * @param {Result[]} results
 */
function medianOf(results) {
  const sorted = results.toSorted((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))
  const median = sorted[Math.floor(sorted.length / 2)]
  if (!median) throw new Error('Nothing was measured.')
  return median
}

/**
 * Whether every run reaches the goals.
 * @param {Result[]} results
 */
export function areGood(results) {
  return results.every((result) =>
    Object.entries(GOALS).every(([category, goal]) => scoreOf(result, category) >= goal),
  )
}

/**
 * A line with the scores of all runs, and a line for each audit that lowers one of the median run.
 * @param {string} name
 * @param {Result[]} results
 */
export function pageReport(name, results) {
  const scores = Object.entries(GOALS).map(([category, goal]) => {
    const runs = results.map((result) => scoreOf(result, category)).sort((a, b) => a - b)
    return `${category} ${runs.join(' ')} (goal ${goal})`
  })
  return [`\n${name}: ${scores.join(', ')}`, ...costs(medianOf(results))].join('\n') + '\n'
}

/** @param {Result} result */
function costs({ categories, audits }) {
  const weighed = Object.values(categories).flatMap(({ auditRefs }) => auditRefs)
  return weighed.flatMap(({ id, weight }) => {
    const audit = audits[id]
    const isLost = weight > 0 && audit?.score !== null && audit !== undefined && audit.score < 1
    if (!isLost) return []
    return [`  ${Math.round((audit.score ?? 0) * 100)} ${audit.title} ${audit.displayValue ?? ''}`]
  })
}

/**
 * @param {Result} result
 * @param {string} category
 */
function scoreOf({ categories }, category) {
  return Math.round((categories[category]?.score ?? 0) * 100)
}
