/** How a process ended: its exit code, or null when a signal or a crash ended it. */
export type ChildExit = { readonly code: number | null }

/** A process of ours and its message channel, whatever carries it: Electron's utility process, Node's fork, or memory. */
export interface Child {
  /** Undefined before the process is there and after it left. */
  readonly pid: number | undefined
  /** Called once it is there, at once when it is already; never for a process that does not come up. */
  onSpawn(listener: () => void): void
  /** Structured-cloneable values only. Dropped silently when the process has left: its exit tells. */
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called exactly once, also for a process that never came up. */
  onExit(listener: (exit: ChildExit) => void): void
  /** Asks the system to end the process. Waits for it to be there first; does nothing once it left. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): void
}

export type ChildOptions = {
  /** For process lists, e.g. `muster run_4k8m…`. */
  readonly name: string
  /** All of it: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
}

/** Starts the program that this launcher was made for. */
export type LaunchChild = (options: ChildOptions) => Child

/** The other end: what a child sees of its parent. */
export interface ParentPort {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** The parent is gone; a child then ends itself. */
  onClose(listener: () => void): void
}
