import {
  FilePen,
  FileSearch,
  FileText,
  FolderOpen,
  GitFork,
  ListTree,
  Search,
  SquareTerminal,
  Wrench,
  type LucideIcon,
} from 'lucide-react'

const ICONS: Readonly<Record<string, LucideIcon>> = {
  read_file: FileText,
  write_file: FilePen,
  edit_file: FilePen,
  list_files: FolderOpen,
  glob_files: FileSearch,
  grep_files: Search,
  shell: SquareTerminal,
  delegate: GitFork,
  delegations: ListTree,
  stop_delegation: ListTree,
  wait_for_delegations: ListTree,
}

/** The picture of a tool; one that is not known gets a plain one. */
export function ToolIcon({ tool }: { readonly tool: string }) {
  const Icon = ICONS[tool] ?? Wrench
  return <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
}
