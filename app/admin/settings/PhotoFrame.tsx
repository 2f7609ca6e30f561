import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { centrePhotos as words } from '../../../content/centre.ts';
import { cutOf, type Frame, movedFocus, type Point } from '../../../domain/centre/photos.ts';
import './photo-frame.css';

/** Longest side of what is drawn, in points of the screen. */
const SIDE = 480;
/** How far an arrow key moves the photo. */
const STEP = 16;
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

type Props = {
  photo: HTMLCanvasElement;
  frame: Frame & { at: string };
  focus: Point;
  onMove: (focus: Point) => void;
};

/** What is seen of a photo in a frame of the site; it is moved by dragging, or by arrow keys. */
export function PhotoFrame({ photo, frame, focus, onMove }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const held = useRef<Point | null>(null);
  const { seen } = cutOf(photo, frame, focus);
  const scale = SIDE / Math.max(seen.width, seen.height);

  useEffect(() => {
    const { width, height } = canvas.current ?? {};
    const context = canvas.current?.getContext('2d');
    if (width && height)
      context?.drawImage(photo, seen.x, seen.y, seen.width, seen.height, 0, 0, width, height);
  }, [photo, seen]);

  /** Moves the photo by points of the screen. */
  function move({ x, y }: Point) {
    const points = seen.width / (canvas.current?.getBoundingClientRect().width || SIDE);
    onMove(movedFocus(photo, frame, focus, { x: x * points, y: y * points }));
  }

  function onDrag({ clientX: x, clientY: y }: PointerEvent) {
    if (!held.current) return;
    move({ x: x - held.current.x, y: y - held.current.y });
    held.current = { x, y };
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = ARROWS[event.key];
    if (!by) return;
    event.preventDefault(); // scrolls nothing
    move(by);
  }

  const release = () => {
    held.current = null;
  };

  return (
    <figure className="stack gap-1">
      <figcaption className="hint">{frame.at}</figcaption>
      <button
        className="photo-frame"
        type="button"
        aria-label={words.move(frame.at)}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          held.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={onDrag}
        onPointerUp={release}
        onPointerCancel={release}
      >
        <canvas
          ref={canvas}
          width={Math.round(seen.width * scale)}
          height={Math.round(seen.height * scale)}
        />
      </button>
    </figure>
  );
}
