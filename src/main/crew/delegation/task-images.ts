import { MOST_TASK_IMAGES, type DelegateTask } from '../../../shared/run-protocol.ts'
import {
  MOST_IMAGE_BYTES,
  readImage,
  type ImageProblem,
  type LoadedImage,
} from '../../store/workspace/read-image.ts'
import { openWorkspacePaths } from '../../store/workspace/workspace-paths.ts'
import type { Asker } from './asker.ts'

/** The images of a call's tasks, read once, as they are when the call is judged. */
export type TaskImages = {
  /** What is wrong with one of them, naming task and image; null: nothing. */
  readonly complaint: string | null
  /** Those of each task, in its order. */
  readonly ofTask: readonly (readonly LoadedImage[])[]
}

const MEGABYTE = 1_024 * 1_024

/** All images of a task together: they travel in one request, and are sent again with each step. */
const MOST_TASK_BYTES = 4 * MOST_IMAGE_BYTES

const NONE: TaskImages = { complaint: null, ofTask: [] }

/** A parent shows its children nothing that it could not look at itself. */
export async function readTaskImages(
  { folder, tools }: Pick<Asker, 'folder' | 'tools'>,
  tasks: readonly DelegateTask[],
): Promise<TaskImages> {
  const first = tasks.findIndex(({ images = [] }) => images.length > 0)
  if (first < 0) return NONE
  const refuse = (index: number, words: string): TaskImages => ({
    complaint: `tasks[${index}].images: ${words}`,
    ofTask: [],
  })
  if (folder === null) return refuse(first, 'there is no folder.')
  if (!tools.includes('read_file')) return refuse(first, 'you may not read files, hence not give any on.')
  const paths = await openWorkspacePaths(folder, { mayRead: () => false })
  const ofTask: LoadedImage[][] = []
  for (const [index, { images = [] }] of tasks.entries()) {
    if (images.length > MOST_TASK_IMAGES) return refuse(index, `at most ${MOST_TASK_IMAGES} are taken.`)
    const loaded: LoadedImage[] = []
    for (const path of images) {
      const image = await readImage(paths, path)
      if (typeof image === 'string') return refuse(index, `${JSON.stringify(path)} ${SAYS[image]}`)
      loaded.push(image)
    }
    if (loaded.reduce((sum, { bytes }) => sum + bytes, 0) > MOST_TASK_BYTES)
      return refuse(index, `together they have more than ${MOST_TASK_BYTES / MEGABYTE} MB.`)
    ofTask.push(loaded)
  }
  return { complaint: null, ofTask }
}

const SAYS: Record<ImageProblem, string> = {
  missing: 'is not there. Paths are relative to the workspace folder.',
  not_a_file: 'is not a file.',
  not_a_folder: 'is not there: a file stands where this path needs a folder.',
  outside: 'leads out of the workspace folder.',
  invalid: 'is no path that can be used here.',
  private: 'is private to the app.',
  disguised: 'is a link to a file that a person would have to approve.',
  guarded: 'is a file that a person would have to approve.',
  too_large: `has more than ${MOST_IMAGE_BYTES / MEGABYTE} MB. Make a smaller copy.`,
  unreadable: 'cannot be opened.',
  not_an_image: 'is no PNG, JPEG, GIF or WebP, whatever its name says.',
}
