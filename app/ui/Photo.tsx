import './photo.css';

/** A name in fotos/, and its full size and available widths from content/photos.json. */
type Picture = {
  name: string;
  shape: { width: number; height: number; files: readonly { width: number }[] };
};

type PhotoProps = Picture & {
  /** Empty for a decorative picture. */
  alt: string;
  /** The `sizes` attribute. */
  sizes: string;
  /** Another picture where the media query matches. */
  instead?: Picture & { media: string };
  className?: string;
};

/** Names of the pictures that are drawings; scripts/photos.mjs finds them for vite.config.ts. */
declare const DRAWINGS: readonly string[];

/** A responsive picture: a drawing as SVG, a photograph as AVIF, and as WebP for browsers without AVIF. */
export function Photo({ instead, alt, sizes, className = '', ...picture }: PhotoProps) {
  const { width, height } = picture.shape;
  const all = [...(instead ? sourcesOf(instead, sizes) : []), ...sourcesOf(picture, sizes)];
  const last = all.pop();

  return (
    <picture className={`photo ${className}`}>
      {all.map((source) => (
        <source key={source.srcSet} {...source} />
      ))}
      <img
        className="photo__image"
        src={last?.srcSet.split(' ')[0]}
        srcSet={last?.srcSet.includes(' ') ? last.srcSet : undefined}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}

/** The files of scripts/photos.mjs, the best first. */
const sourcesOf = ({ name, shape, media }: Picture & { media?: string }, sizes: string) =>
  (DRAWINGS.includes(name) ? ['svg+xml'] : ['avif', 'webp']).map((format) => ({
    media,
    type: `image/${format}`,
    srcSet:
      format === 'svg+xml'
        ? `/fotos/${name}.svg`
        : shape.files.map(({ width }) => `/fotos/${name}-${width}.${format} ${width}w`).join(', '),
    sizes,
    width: shape.width,
    height: shape.height,
  }));
