// motion.ts - what moves from one state to the next, and nothing for those who asked for less motion.

export const MOVE_MS = 220;

/** None out of the page, and none where the system says so. */
export function mayMove(element: Element): boolean {
    return element.isConnected && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

const EASE = 'cubic-bezier(.3, .1, .2, 1)';

/** From where it was, even where that is on its way. */
export function slide(element: Element, from: string, to: string): void {
    element.animate([{ transform: from }, { transform: to }], { duration: MOVE_MS, easing: EASE });
}

export function appear(element: Element): void {
    element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: MOVE_MS, easing: EASE });
}

/** It fades, and is no longer there. */
export function vanish(element: Element): void {
    if (!mayMove(element)) return element.remove();
    element.classList.add('leaving');
    element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: MOVE_MS, easing: EASE }).finished.then(() => element.remove(), () => element.remove());
}
