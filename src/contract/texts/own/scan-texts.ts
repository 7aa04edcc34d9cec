/** The texts about what a barcode scanner or the camera read. */
export const scanTexts = {
  misread: 'Misread. Scan again.',
  unsure: 'may run into other data: the scanner sends no separators',
  camera: 'Scan with the camera',
  cameraPicture: 'What the camera sees',
  cameraStarting: 'Starting the camera. Allow it if the browser asks.',
  holdCode: 'Hold a code in front of the camera.',
  cameraRefused: 'The camera is not allowed here. Take a photo of the code instead.',
  cameraMissing: 'There is no camera to use here. Take a photo of the code instead.',
  cameraSilent: 'The camera shows nothing. Take a photo of the code instead.',
  readerMissing: 'The first scan on this device needs the network. Connect and try again.',
  takePhoto: 'Take a photo',
  readingPhoto: 'Reading the photo…',
  noCodeInPhoto: 'No code found in the photo. Move closer and hold the camera straight.',
  light: 'Light',
  closeCamera: 'Close camera',
} as const
