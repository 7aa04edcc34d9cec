/** Extracts the readable text of error pages that proxies send instead of the ERP's answer. */

const PAGE = /^\s*<(!doctype|\?xml|html|soap)/i
const UNSEEN = /<(script|style|head(?!er))\b[^]*?<\/\1\s*>|<!--[^]*?-->/gi
const SIGNS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&' }

/** The text of an HTML or XML page; any other text unchanged. */
export function pageText(text: string): string {
  if (!PAGE.test(text)) return text
  const title = visibleText(/<title[^>]*>([^<]*)/i.exec(text)?.[1] ?? '')
  const words = visibleText(text.replace(UNSEEN, ' '))
  const all = words.includes(title)
    ? words
    : [title, words].filter((part) => part !== '').join(': ')
  return all === '' ? text : all
}

function visibleText(page: string): string {
  return page
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(\w+);/g, (sign, name: string) => SIGNS[name] ?? sign)
    .replace(/\s+/g, ' ')
    .trim()
}
