/** The camera part alone on a page: a button opens it, and a list shows what it read. */
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { MantineProvider } from '@mantine/core'
import type { ScanReading } from '#contract/scan/gs1.ts'
import { CameraScan } from '#console/camera/camera-scan.tsx'
import { installTrustedTypesPolicy } from '#console/pwa/trusted-types.ts'

function CameraPage() {
  const [isOpen, setIsOpen] = useState(false)
  const [readings, setReadings] = useState<readonly ScanReading[]>([])
  return (
    <MantineProvider>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && (
        <CameraScan
          onScan={(reading) => setReadings((earlier) => [...earlier, reading])}
          onClose={() => setIsOpen(false)}
        />
      )}
      <ol>
        {readings.map((reading, nth) => (
          <li key={nth}>{JSON.stringify(reading)}</li>
        ))}
      </ol>
    </MantineProvider>
  )
}

installTrustedTypesPolicy()
const root = document.getElementById('root')
if (root) createRoot(root).render(<CameraPage />)
