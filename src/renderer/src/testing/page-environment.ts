/** Height that every element claims to have: jsdom lays nothing out, and the thread draws only what is near the screen. */
const HEIGHT = 800

/** Never reports a change: nothing is laid out, so nothing changes its size. */
class StillObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Gives jsdom what a browser has and the page relies on. */
export function preparePage(): void {
  globalThis.ResizeObserver = StillObserver
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => HEIGHT })
  Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, get: () => HEIGHT })
  Element.prototype.scrollTo = () => undefined
  Element.prototype.scrollIntoView = () => undefined
  Element.prototype.getAnimations = () => []
}
