import './lib/jitless.ts'
import '@fontsource-variable/inter'
import '@fontsource-variable/jetbrains-mono'
import './styles/tokens.css'
import './styles/base.css'
import './styles/code.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createServices } from './app/services.ts'
import { windowHost } from './lib/host.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no root')
createRoot(root).render(<App services={createServices(windowHost())} />)
