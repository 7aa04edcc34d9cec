/**
 * The sentences that this server says about a record or a sync, as its source has them, so that none can be forgotten:
 * why a record cannot be booked, and the faults of the connector.
 */
import { Visitor, type ESTree } from 'vite'
import { ERP_NAME } from '#contract/constants.ts'
import { parsed, sourceAt, type Source, sourcesIn } from '#test/architecture/sources.ts'

/** Stands for a name in a sentence. */
export const NAME = '\0'

/** Each way in which each sentence can be said, with `NAME` for whatever is put in. */
export function saidSentences(): readonly string[] {
  const faults = saidIn(sourceAt('src/server/erp/transport/fault.ts'))
  const bookings = sourcesIn('src/server/erp/booking', ['.ts']).flatMap(saidIn)
  // A sentence that a function gets is found where it is called.
  const said = [...faults, ...bookings].filter((one) => !one.startsWith(`${NAME} Sync`))
  return [...new Set(said.flatMap(withKinds))]
}

/** What was not pulled is an item, a bin or a location, and perhaps only lacks what this version reads. */
function withKinds(sentence: string): string[] {
  const [, rest] = sentence.split(`${NAME}${NAME} ${NAME} isn't in the ${ERP_NAME} data${NAME}. `)
  if (rest === undefined) return [sentence]
  return ['item', 'bin', 'location'].flatMap((what) =>
    ['', ' of this version'].map(
      (how) =>
        `${what[0]?.toUpperCase() ?? ''}${what.slice(1)} ${NAME} isn't in the ${ERP_NAME} data${how}. ` +
        rest.replace(NAME, what),
    ),
  )
}

function saidIn(source: Source): string[] {
  const said: string[] = []
  const consts = new Map<string, ESTree.Expression>()
  const note = (node: ESTree.Node | undefined | null) => {
    if (node) said.push(...waysOf(node, consts).filter((one) => one !== NAME))
  }
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init) consts.set(id.name, init)
    },
  }).visit(parsed(source).program)
  new Visitor({
    NewExpression: ({ callee, arguments: [first] }) => {
      if (callee.type === 'Identifier' && /^(?:Unbookable|NeedsChoices)$/.test(callee.name))
        note(first)
    },
    CallExpression: ({ callee, arguments: [, second] }) => {
      if (callee.type === 'Identifier' && callee.name === 'notInList') note(second)
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== 'Identifier' || id.name !== 'erpSentences') return
      const table = init?.type === 'TSAsExpression' ? init.expression : init
      if (table?.type !== 'ObjectExpression') throw new Error('erpSentences is no table')
      for (const entry of table.properties) {
        if (entry.type !== 'Property') continue
        const { value } = entry
        if (value.type !== 'ArrowFunctionExpression') note(value)
        // The body of the others is NetSuite's own words.
        else if (value.body.type !== 'BlockStatement') note(value.body)
      }
    },
  }).visit(parsed(source).program)
  return said
}

/** All texts that an expression can be. What only a run knows is a name. */
function waysOf(node: ESTree.Node, consts: ReadonlyMap<string, ESTree.Expression>): string[] {
  const ways = (one: ESTree.Node) => waysOf(one, consts)
  if (node.type === 'Literal') return [String(node.value)]
  if (node.type === 'TemplateLiteral') {
    let texts = [node.quasis[0]?.value.cooked ?? '']
    for (const [nth, expression] of node.expressions.entries()) {
      const after = node.quasis[nth + 1]?.value.cooked ?? ''
      const inside = ways(expression)
      texts = texts.flatMap((text) => inside.map((way) => text + way + after))
    }
    return texts
  }
  if (node.type === 'ConditionalExpression')
    return [...ways(node.consequent), ...ways(node.alternate)]
  if (node.type === 'BinaryExpression') {
    const right = ways(node.right)
    return ways(node.left).flatMap((text) => right.map((way) => text + way))
  }
  if (node.type !== 'Identifier') return [NAME]
  if (node.name === 'ERP_NAME') return [ERP_NAME]
  const init = consts.get(node.name)
  const isText = init?.type === 'Literal' && typeof init.value === 'string'
  return init?.type === 'TemplateLiteral' || isText ? ways(init) : [NAME]
}
