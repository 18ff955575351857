/** The last part of an absolute path of any system; the path itself when it has no parts. */
export const baseName = (path: string): string => path.split(/[/\\]/).findLast((part) => part !== '') ?? path
