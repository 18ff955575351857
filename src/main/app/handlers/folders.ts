import type { Room } from './room.ts'
import type { HostServices } from './services.ts'

export const folderHandlers = ({ folders, shell }: HostServices): Room<'folder'> => ({
  'folder.choose': () => shell.chooseFolder(),
  'folder.inspect': ({ folder }) => folders.inspect(folder),
  'folder.trust': (answer) => folders.decide(answer),
})
