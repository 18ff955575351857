import { expect, test } from 'vitest'
import { isControlFile, isSecretFile } from './guarded-files.ts'

test.each([
  'AGENTS.md',
  'agents.MD',
  'packages/app/CLAUDE.md',
  '.muster/settings.json',
  '.mcp.json',
  '.claude/settings.json',
  '.agents/skills/x/SKILL.md',
  '.git/config',
  '.git/hooks/pre-commit',
  '.git/info/attributes',
  'vendor/lib/.git/config',
  '.git',
  '.GIT/hooks/post-checkout',
  '.g\u200cit/config',
  '.git./config',
  '.git\\config',
])('%s instructs agents or programs', (path) => {
  expect(isControlFile(path)).toBe(true)
})

test.each(['README.md', 'src/agents.ts', '.gitignore', '.github/x.md', 'docs/AGENTS.md.txt', 'git/config'])(
  '%s is an ordinary file',
  (path) => {
    expect(isControlFile(path)).toBe(false)
  },
)

test.each([
  '.env',
  '.env.local',
  'app/.ENV',
  'server.pem',
  'id_rsa',
  'home/id_ed25519',
  'aws_credentials.json',
])('%s looks like a secret', (path) => {
  expect(isSecretFile(path)).toBe(true)
})

test.each(['environment.ts', 'src/env.ts', 'pem.txt', 'grid_x.ts', 'credential.ts', '.env/lib/x.py'])(
  '%s does not look like a secret',
  (path) => {
    expect(isSecretFile(path)).toBe(false)
  },
)
