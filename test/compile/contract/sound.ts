import { z } from 'zod/mini'

export const Name = z.string()
export const first = [1, 2].at(0)
