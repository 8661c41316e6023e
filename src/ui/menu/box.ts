export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

export const boxOf = (element: Element): Box => {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return { left, right, top, bottom }
}
