// Three rules of our own, too small for a package.

/** A rule may be switched off in a line, if the line says why: `eslint-disable-next-line rule -- reason`. */
const reasonedDisable = {
  meta: {
    type: /** @type {const} */ ('problem'),
    messages: { reason: 'Say why, after ` -- `.' },
    schema: [],
  },
  /** @param {import('eslint').Rule.RuleContext} context @returns {import('eslint').Rule.RuleListener} */
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        const isDirective = /^\s*eslint-disable/.test(comment.value)
        if (isDirective && !/\s--\s+\S/.test(comment.value) && comment.loc) {
          context.report({ loc: comment.loc, messageId: 'reason' })
        }
      }
    },
  }),
}

const KEBAB = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/
const SAYS_NOTHING = /(^|-)(utils?|helpers?|manager|common|misc)(-|\.|$)/

/** A file is called after its main export, in kebab-case, and the name says what is in it. */
const fileName = {
  meta: {
    type: /** @type {const} */ ('suggestion'),
    messages: { kebab: '{{name}} is not kebab-case.', empty: '{{name}} does not say what is in the file.' },
    schema: [],
  },
  /** @param {import('eslint').Rule.RuleContext} context @returns {import('eslint').Rule.RuleListener} */
  create: (context) => ({
    Program(node) {
      const name = context.filename.split(/[\\/]/).at(-1) ?? ''
      if (!KEBAB.test(name)) context.report({ node, messageId: 'kebab', data: { name } })
      if (SAYS_NOTHING.test(name)) context.report({ node, messageId: 'empty', data: { name } })
    },
  }),
}

/** @typedef {import('eslint').Rule.Node} Node */

/**
 * A function is at most so long, not counting the functions inside it, blank lines and comments: they are measured by
 * themselves. What makes an object of closures is as long as its own thread, however many closures there are.
 */
const functionSize = {
  meta: {
    type: /** @type {const} */ ('suggestion'),
    messages: { long: 'This function has {{lines}} lines of its own; at most {{most}}.' },
    schema: [{ type: /** @type {const} */ ('integer') }],
  },
  /** @param {import('eslint').Rule.RuleContext} context @returns {import('eslint').Rule.RuleListener} */
  create(context) {
    const most = /** @type {number} */ (context.options[0])
    const commented = new Set(
      context.sourceCode.getAllComments().flatMap(({ loc }) => (loc ? linesOf(loc) : [])),
    )
    /** @param {number} line */
    const counts = (line) => context.sourceCode.lines[line - 1]?.trim() !== '' && !commented.has(line)
    /** @type {{ nested: number }[]} */
    const open = []
    const enter = () => void open.push({ nested: 0 })
    /** @param {Node} node */
    const leave = (node) => {
      const size = node.loc ? linesOf(node.loc).filter(counts).length : 0
      const lines = size - (open.pop()?.nested ?? 0)
      if (lines > most)
        context.report({ node, messageId: 'long', data: { lines: String(lines), most: String(most) } })
      // The first line of a nested function is a line of the one around it too.
      const around = open.at(-1)
      if (around) around.nested += Math.max(0, size - 1)
    }
    return { ':function': enter, ':function:exit': leave }
  },
}

/** @param {import('estree').SourceLocation} loc */
const linesOf = ({ start, end }) =>
  Array.from({ length: end.line - start.line + 1 }, (_, index) => start.line + index)

export const houseRules = {
  rules: { 'reasoned-disable': reasonedDisable, 'file-name': fileName, 'function-size': functionSize },
}
