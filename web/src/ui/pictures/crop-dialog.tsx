import 'react-easy-crop/react-easy-crop.css'
import { ZoomIn, ZoomOut } from 'lucide-react'
import { useId, useState } from 'react'
import Cropper, { type Area as CropArea } from 'react-easy-crop'
import { Button } from '../buttons/button.tsx'
import { cx } from '../cx.ts'
import { Dialog } from '../overlays/dialog.tsx'
import { getPreviewStyle, type Area } from './crop-area.ts'

const ZOOM_MAX = 4

interface Props {
  url: string
  /** A face is cropped to a square and shown as a circle, with previews; a cover has the shape of a screen. */
  shape: 'circle' | 'screen'
  onConfirm: (area: Area) => void
  onCancel: () => void
}

/** Lets the member choose the part of the picture that others see. */
export function CropDialog({ url, shape, onConfirm, onCancel }: Props) {
  const isCircle = shape === 'circle'
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<{ percent: CropArea; pixels: CropArea } | null>(null)

  return (
    <Dialog
      open
      onOpenChange={onCancel}
      title="Crop your picture"
      description="Drag it, or move it with the arrow keys. Scroll or pinch to zoom."
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            variant="primary"
            disabled={area === null}
            onClick={() => area && onConfirm(area.pixels)}
          >
            Use picture
          </Button>
        </>
      }
    >
      <div className={cx('grid gap-4', isCircle && 'sm:grid-cols-[minmax(0,1fr)_auto]')}>
        <div
          className={cx('relative overflow-hidden rounded-card bg-sunken', CROPPER_HEIGHT_CLASS)}
        >
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            maxZoom={ZOOM_MAX}
            aspect={isCircle ? 1 : 16 / 9}
            cropShape={isCircle ? 'round' : 'rect'}
            objectFit={isCircle ? 'cover' : 'contain'}
            showGrid={false}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropAreaChange={(percent, pixels) => setArea({ percent, pixels })}
            keyboardStep={4}
            disableAutomaticStylesInjection
            classes={{ cropAreaClassName: CROP_AREA_CLASS }}
            cropperProps={{ role: 'group', 'aria-label': 'What will be seen of the picture' }}
          />
        </div>
        {isCircle && <CropPreviews url={url} percent={area?.percent} />}
        <ZoomSlider zoom={zoom} onZoom={setZoom} />
      </div>
    </Dialog>
  )
}

function CropPreviews({ url, percent }: { url: string; percent: CropArea | undefined }) {
  return (
    <div
      aria-hidden="true"
      className="flex items-center justify-center gap-4 sm:flex-col [@media(max-height:40rem)]:hidden"
    >
      {['size-24', 'size-9'].map((size) => (
        <div key={size} className={cx('relative overflow-hidden rounded-full bg-sunken', size)}>
          {percent && (
            <img
              src={url}
              alt=""
              className="absolute max-w-none"
              style={getPreviewStyle(percent)}
            />
          )}
        </div>
      ))}
    </div>
  )
}

function ZoomSlider({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const id = useId()
  return (
    <div className="flex items-center gap-3 text-muted sm:col-start-1">
      <label htmlFor={id} className="sr-only">
        Zoom
      </label>
      <ZoomOut className="size-4 shrink-0" aria-hidden="true" />
      <input
        id={id}
        type="range"
        min={1}
        max={ZOOM_MAX}
        step={0.05}
        value={zoom}
        aria-valuetext={`${Math.round(zoom * 100)} %`}
        onChange={(event) => onZoom(event.target.valueAsNumber)}
        className="slider min-w-0 flex-1"
      />
      <ZoomIn className="size-4 shrink-0" aria-hidden="true" />
    </div>
  )
}

/** Fits small and landscape phones without scrolling, since dragging inside the cropper cannot scroll the page. */
const CROPPER_HEIGHT_CLASS =
  'h-[clamp(7rem,100dvh-22rem,16rem)] sm:h-[clamp(7rem,100dvh-22rem,18rem)]'

const CROP_AREA_CLASS = cx(
  'border-2! border-white/90! focus-visible:outline-3 focus-visible:-outline-offset-4',
)
