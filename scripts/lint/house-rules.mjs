// Two rules of our own, too small for a package.

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

export const houseRules = { rules: { 'reasoned-disable': reasonedDisable, 'file-name': fileName } }
