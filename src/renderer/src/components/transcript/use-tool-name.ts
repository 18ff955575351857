import { useTranslation } from 'react-i18next'
import { catalogue } from '../../../../shared/locales/catalogue.ts'

type NamedTool = keyof typeof catalogue.en.window.tool.names

const isNamed = (tool: string): tool is NamedTool => Object.hasOwn(catalogue.en.window.tool.names, tool)

/** Says what a tool does in a word of the page's language; one without a word goes by its own name. */
export function useToolName(): (tool: string) => string {
  const { t } = useTranslation()
  return (tool) => (isNamed(tool) ? t(`tool.names.${tool}`) : tool)
}
