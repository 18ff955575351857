/**
 * What one agent last read of each file, so that no write of it destroys a change it never saw.
 * Shared by the tools that read and write; lives as long as the agent's turn or run.
 */
export interface ReadMemory {
  /** The hash of the bytes last read or written under this path; null when there is none. */
  lastRead(path: string): string | null
  remember(path: string, sha256: string): void
}

export function createReadMemory(): ReadMemory {
  const hashes = new Map<string, string>()
  return {
    lastRead: (path) => hashes.get(path) ?? null,
    remember: (path, sha256) => void hashes.set(path, sha256),
  }
}
