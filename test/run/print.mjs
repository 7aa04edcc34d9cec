/** @typedef {import('./schedule.mjs').Done} Done */

/**
 * One line for a step: its result, name, test counts, time, and what it ran on.
 * @param {Done} done
 */
export function stepLine({ step, result, tookMs }) {
  const verdict = result.failures.length === 0 ? 'ok  ' : 'FAIL'
  const time = `${(tookMs / 1000).toFixed(1)} s`.padStart(8)
  const counts = countLine([result]).padStart(22)
  return `${verdict}  ${step.name.padEnd(16)}${counts}${time}  ${result.note ? `on ${result.note}` : ''}`.trimEnd()
}

/**
 * Every failure with its name and message. A message that several tests of a step share is printed once: without
 * Postgres, every test that needs it fails with the same one.
 * @param {Done[]} all
 */
export function failureLines(all) {
  return all.flatMap(({ step, result }) => {
    const names = new Map()
    for (const { name, message } of result.failures)
      names.set(message, [...(names.get(message) ?? []), name])
    return [...names].flatMap(([message, [name, ...others]]) => [
      '',
      `FAIL  ${name === step.name ? name : `${step.name}: ${name}`}`,
      ...(others.length > 0 ? [`      and ${others.length} more with the same message`] : []),
      ...message.split('\n').map((/** @type {string} */ line) => `      ${line}`.trimEnd()),
    ])
  })
}

/**
 * The closing line.
 * @param {{ passed: number, failures: unknown[] }[]} results
 */
export function countLine(results) {
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failed = results.reduce((sum, result) => sum + result.failures.length, 0)
  return `${passed} passed, ${failed} failed`
}
