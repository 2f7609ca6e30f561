/** One picture at a time, decoded, drawn and given back; whatever was held is freed. */

type Size = { width: number; height: number };

/** Longest side of a photo that is sent, in pixels. */
export const LONGEST = 2000;

/** Bytes that a photo should not pass, and the steps taken towards them: longest side and JPEG quality. Below 1400 pixels small print is lost. */
const WANTED_BYTES = 900 * 1024;
const STEPS = [
  [LONGEST, 0.82],
  [LONGEST, 0.7],
  [1700, 0.7],
  [1400, 0.7],
] as const;

/** Draws a picture upright on white, turned by quarters clockwise, at most LONGEST long. `size` is what its header tells. Throws when it does not decode or there is no room. */
export async function drawn(file: Blob, size: Size | null, turns: number): Promise<HTMLCanvasElement> {
  const { picture, free } = await decoded(file, size);
  try {
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    const width = Math.max(1, Math.round(picture.width * scale));
    const height = Math.max(1, Math.round(picture.height * scale));
    const lying = turns % 2 === 1;
    const { canvas, pen } = blank(lying ? height : width, lying ? width : height);
    pen.translate(canvas.width / 2, canvas.height / 2);
    pen.rotate((turns * Math.PI) / 2);
    pen.drawImage(picture, -width / 2, -height / 2, width, height);
    return canvas;
  } finally {
    free();
  }
}

/** The smallest step that reaches the wanted size, or the last one. */
export async function jpegOf(canvas: HTMLCanvasElement): Promise<Blob> {
  let result: Blob | null = null;
  for (const [longest, quality] of STEPS) {
    const scale = longest / Math.max(canvas.width, canvas.height);
    if (scale >= 1 && longest < LONGEST) continue; // not longer than this step as it is
    const step = scale < 1 ? scaled(canvas, scale) : canvas;
    result = await encoded(step, quality);
    if (step !== canvas) release(step);
    if (result.size <= WANTED_BYTES) break;
  }
  if (!result) throw new Error('no step was taken');
  return result;
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

/** Gives the memory of a canvas back at once. */
export function release(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}

type Decoded = { picture: ImageBitmap | HTMLImageElement; free: () => void };

async function decoded(file: Blob, size: Size | null): Promise<Decoded> {
  if (!('createImageBitmap' in window)) return throughElement(file);
  const lying = size !== null && size.width >= size.height;
  const resize: ImageBitmapOptions =
    size && Math.max(size.width, size.height) > LONGEST
      ? { [lying ? 'resizeWidth' : 'resizeHeight']: LONGEST, resizeQuality: 'high' }
      : {};
  try {
    let picture = await createImageBitmap(file, { imageOrientation: 'from-image', ...resize });
    if (size && Math.abs(picture.width / picture.height / (size.width / size.height) - 1) > 0.02) {
      picture.close(); // resized before it was turned: once more, as large as it is
      picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    }
    return { picture, free: () => picture.close() };
  } catch {
    return throughElement(file); // options that this browser does not know; or the picture is broken, and so it says
  }
}

async function throughElement(file: Blob): Promise<Decoded> {
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

function blank(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = contextOf(canvas);
  pen.imageSmoothingQuality = 'high';
  pen.fillStyle = 'white'; // a JPEG has no see-through parts
  pen.fillRect(0, 0, width, height);
  return { canvas, pen };
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no room for a canvas');
  return pen;
}

function scaled(canvas: HTMLCanvasElement, scale: number): HTMLCanvasElement {
  const width = Math.max(1, Math.round(canvas.width * scale));
  const height = Math.max(1, Math.round(canvas.height * scale));
  const copy = blank(width, height);
  copy.pen.drawImage(canvas, 0, 0, width, height);
  return copy.canvas;
}

function encoded(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('no room for the photo'))),
      'image/jpeg',
      quality,
    );
  });
}
