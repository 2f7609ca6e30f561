// Decodes, draws and encodes one picture at a time, and frees its memory.

/** Longest side of a sent photo, in pixels. */
export const MAX_SIDE = 2000;

/** Target size of a photo, and the attempts to reach it: longest side and JPEG quality. Below 1400 pixels small print is lost. */
const TARGET_BYTES = 900 * 1024;
const STEPS = [
  [MAX_SIDE, 0.82],
  [MAX_SIDE, 0.7],
  [1700, 0.7],
  [1400, 0.7],
] as const;

/**
 * Draws a picture upright on white, rotated clockwise by `turns` quarters, at most
 * MAX_SIDE long. Throws when it does not decode or memory is short.
 */
export async function drawUpright(file: Blob, turns: number): Promise<HTMLCanvasElement> {
  const { picture, free } = await decode(file);
  try {
    const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
    const width = Math.max(1, Math.round(picture.width * scale));
    const height = Math.max(1, Math.round(picture.height * scale));
    const sideways = turns % 2 === 1;
    const { canvas, context } = blankCanvas(sideways ? height : width, sideways ? width : height);
    context.translate(canvas.width / 2, canvas.height / 2);
    context.rotate((turns * Math.PI) / 2);
    context.drawImage(picture, -width / 2, -height / 2, width, height);
    return canvas;
  } finally {
    free();
  }
}

/** Encodes with the first step that reaches the target size, or the last one. */
export async function jpegOf(canvas: HTMLCanvasElement): Promise<Blob> {
  let result: Blob | null = null;
  for (const [longest, quality] of STEPS) {
    const scale = longest / Math.max(canvas.width, canvas.height);
    if (scale >= 1 && longest < MAX_SIDE) continue; // already shorter than this step
    const step = scale < 1 ? scaled(canvas, scale) : canvas;
    result = await encode(step, quality);
    if (step !== canvas) release(step);
    if (result.size <= TARGET_BYTES) break;
  }
  if (!result) throw new Error('no step was taken');
  return result;
}

/** How a picture of few bytes is tried: the part of its points that it has, and its quality. The last is always small enough. */
const FEW_BYTES = [
  [1, 0.85],
  [1, 0.75],
  [1, 0.6],
  [1, 0.45],
  [0.7, 0.5],
  [0.5, 0.4],
  [0.2, 0.3],
] as const;

/** A part of a canvas as a picture so wide, in at most so many bytes: WebP, or JPEG where this browser does not make it. */
export async function pictureOf(
  canvas: HTMLCanvasElement,
  part: { x: number; y: number; width: number; height: number },
  width: number,
  most: number,
): Promise<Blob> {
  for (const [share, quality] of FEW_BYTES) {
    const wide = Math.round(width * share);
    const high = Math.round((wide * part.height) / part.width);
    const step = blankCanvas(wide, high);
    step.context.drawImage(canvas, part.x, part.y, part.width, part.height, 0, 0, wide, high);
    let picture = await encode(step.canvas, quality, 'image/webp');
    if (picture.type !== 'image/webp') picture = await encode(step.canvas, quality);
    release(step.canvas);
    if (picture.size <= most) return picture;
  }
  throw new Error('no step is small enough');
}

/** Thrown where a browser gives other pixels than were drawn, or none. */
export class UntrueCanvas extends Error {}

/** Colours that are drawn and read back, each on a square of whole JPEG blocks, and how far off one may be read: noise against trackers and a JPEG's own loss are less. */
const KNOWN = [
  [176, 40, 40],
  [32, 64, 160],
  [32, 128, 64],
  [16, 16, 16],
] as const;
const SIDE = 16;
const MOST_OFF = 32;

/**
 * Throws UntrueCanvas where known colours are read back as others. Browsers that hide from trackers give white or
 * random pixels in files, when pixels are read, or both: so the colours go through a file first.
 */
export async function expectTrue(): Promise<void> {
  const { canvas, context } = blankCanvas(KNOWN.length * SIDE, SIDE);
  KNOWN.forEach((colour, at) => {
    context.fillStyle = `rgb(${colour})`;
    context.fillRect(at * SIDE, 0, SIDE, SIDE);
  });
  const { picture, free } = await decode(await encode(canvas, 0.9));
  context.drawImage(picture, 0, 0);
  free();
  const { data } = context.getImageData(0, SIDE / 2, canvas.width, 1);
  const isTrue = KNOWN.every((colour, at) =>
    colour.every((value, channel) => {
      const read = data[4 * (at + 0.5) * SIDE + channel] ?? 0;
      return Math.abs(value - read) <= MOST_OFF;
    }),
  );
  release(canvas);
  if (!isTrue) throw new UntrueCanvas();
}

/** Mean brightness, 0 to 255. */
export function luminanceOf(canvas: HTMLCanvasElement): number {
  const small = scaled(canvas, 64 / Math.max(canvas.width, canvas.height));
  const { data } = contextOf(small).getImageData(0, 0, small.width, small.height);
  let sum = 0;
  for (let at = 0; at < data.length; at += 4)
    sum += 0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0);
  release(small);
  return sum / (data.length / 4);
}

/** Frees a canvas's memory at once. */
export function release(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}

/** The picture of a file, upright as its EXIF says; `free` gives its memory back. */
async function decode(file: Blob): Promise<{ picture: HTMLImageElement; free: () => void }> {
  const address = URL.createObjectURL(file);
  const picture = new Image();
  picture.src = address;
  const free = () => {
    picture.src = '';
    URL.revokeObjectURL(address);
  };
  try {
    await picture.decode();
  } catch (error) {
    free();
    throw error;
  }
  return { picture, free };
}

function blankCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = contextOf(canvas);
  context.imageSmoothingQuality = 'high';
  context.fillStyle = 'white'; // a JPEG has no transparency
  context.fillRect(0, 0, width, height);
  return { canvas, context };
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no memory for a canvas');
  return context;
}

function scaled(canvas: HTMLCanvasElement, scale: number): HTMLCanvasElement {
  const width = Math.max(1, Math.round(canvas.width * scale));
  const height = Math.max(1, Math.round(canvas.height * scale));
  const copy = blankCanvas(width, height);
  copy.context.drawImage(canvas, 0, 0, width, height);
  return copy.canvas;
}

function encode(canvas: HTMLCanvasElement, quality: number, type = 'image/jpeg'): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new UntrueCanvas())), type, quality);
  });
}
