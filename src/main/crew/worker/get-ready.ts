import { createToolBox } from '../../core/tools/tool-box.ts'
import { toolCatalogue } from '../../core/tools/tool-catalogue.ts'
import { rehearse } from '../../outside/model/rehearse.ts'

/** Tries once what every run needs and what takes long the first time, for a process that has nothing to do yet. */
export async function getReady(): Promise<void> {
  createToolBox(toolCatalogue())
  await rehearse()
}
