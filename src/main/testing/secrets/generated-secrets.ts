import { maskFor, type SecretCase } from './secret-case.ts'
import { SECRET_CONTEXTS, type SecretContext } from './secret-contexts.ts'
import { SECRET_KINDS, type SecretKind } from './secret-kinds.ts'
import { seeded } from '../seeded.ts'

type Random = ReturnType<typeof seeded>

/** Characters that no reader sees and that break up what a rule looks for. */
export const UNSEEN = [
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u180e',
  '\u0000',
  '\u0008',
  '\u001f',
]

/**
 * Each kind in each context, whole; broken up by what no reader sees; and arriving in pieces. The same list each time.
 * @param seed another one gives other keys of the same kinds
 */
export function generatedSecrets(seed = 1): SecretCase[] {
  const random = seeded(seed)
  const whole = SECRET_KINDS.flatMap((kind) =>
    SECRET_CONTEXTS.map((context) => wholeCase(kind, context, random)),
  )
  const split = SECRET_KINDS.flatMap((kind, index) =>
    UNSEEN.map((unseen, other) => splitCase(kind, pick(SECRET_CONTEXTS, index + other), { unseen, random })),
  )
  const streamed = SECRET_KINDS.flatMap((kind) =>
    SECRET_CONTEXTS.map((context) => streamedCase(wholeCase(kind, context, random), random)),
  )
  return [...whole, ...split, ...streamed]
}

const pick = <T>(list: readonly T[], index: number): T => {
  const picked = list[index % list.length]
  if (picked === undefined) throw new Error('Nothing to pick from.')
  return picked
}

const secretOf = ({ parts }: SecretKind, random: Random): string =>
  parts.map((part) => (typeof part === 'string' ? part : random.text(part[0], part[1]))).join('')

function wholeCase(
  kind: SecretKind,
  { name, around: [before, after] }: SecretContext,
  random: Random,
): SecretCase {
  const secret = secretOf(kind, random)
  return {
    name: `${kind.name} in ${name}`,
    chunks: [`${before}${secret}${after}`],
    secret,
    masked: `${before}${maskFor(secret)}${after}`,
  }
}

/** What is unseen goes with the secret: the mask stands where both stood. */
function splitCase(
  kind: SecretKind,
  { name, around: [before, after] }: SecretContext,
  { unseen, random }: { unseen: string; random: Random },
): SecretCase {
  const secret = secretOf(kind, random)
  const every = 3 + random.below(6)
  const broken = Array.from(secret, (letter, index) =>
    index > 0 && index % every === 0 ? unseen + letter : letter,
  )
  return {
    name: `${kind.name} in ${name}, broken up by U+${(unseen.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
    chunks: [`${before}${broken.join('')}${after}`],
    secret,
    masked: `${before}${maskFor(secret)}${after}`,
  }
}

/** Cut twice inside the secret and once anywhere. */
function streamedCase(whole: SecretCase, random: Random): SecretCase {
  const text = whole.chunks.join('')
  const start = text.indexOf(whole.secret)
  const inside = (): number => start + 1 + random.below(whole.secret.length - 1)
  const cuts = [inside(), inside(), random.below(text.length)].sort((one, other) => one - other)
  return {
    ...whole,
    name: `${whole.name}, in pieces`,
    chunks: [...cuts, text.length].map((cut, index) => text.slice(index === 0 ? 0 : cuts[index - 1], cut)),
  }
}
