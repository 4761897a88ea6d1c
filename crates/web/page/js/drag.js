// Dragging a piece from the tray onto the board. A press that hardly moves is a click.

/** How far a pointer moves before it drags, in pixels. */
const LEAST = 6;
/** How far above a finger the piece is held, so that it can be seen. */
const ABOVE = 44;

/**
 * Whoever has a board: what is taken from the tray, where it is held, where it is let go.
 * @typedef {{
 *   board: () => import('./board.js').Board | null, take: () => void, point: (at: number | null) => void,
 *   drop: (at: number, isTouch: boolean) => void
 * }} Holder
 */

/** @param {HTMLElement} button @param {Holder} holder */
export function draggable(button, holder) {
  button.addEventListener('pointerdown', (down) => {
    if (down.button !== 0) return;
    let isDragging = false;
    let frame = 0;
    const isTouch = down.pointerType === 'touch';
    const cell = (/** @type {PointerEvent} */ event) =>
      holder.board()?.cellUnder(event.clientX, event.clientY - (isTouch ? ABOVE : 0)) ?? null;
    const move = (/** @type {PointerEvent} */ event) => {
      if (event.pointerId !== down.pointerId) return;
      if (!isDragging && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < LEAST) return;
      if (!isDragging) {
        isDragging = true;
        document.body.classList.add('dragging');
        holder.take();
      }
      // Once a frame is often enough.
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => holder.point(cell(event)));
    };
    const end = (/** @type {PointerEvent} */ event) => {
      if (event.pointerId !== down.pointerId) return;
      cancelAnimationFrame(frame);
      document.removeEventListener('pointermove', move);
      document.removeEventListener('pointerup', end);
      document.removeEventListener('pointercancel', end);
      document.body.classList.remove('dragging');
      if (!isDragging) return;
      // The click that ends a drag is no click.
      const swallow = (/** @type {Event} */ click) => click.stopPropagation();
      document.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => document.removeEventListener('click', swallow, { capture: true }), 50);
      const at = event.type === 'pointerup' ? cell(event) : null;
      if (at !== null) holder.drop(at, isTouch);
    };
    document.addEventListener('pointermove', move);
    document.addEventListener('pointerup', end);
    document.addEventListener('pointercancel', end);
  });
}
