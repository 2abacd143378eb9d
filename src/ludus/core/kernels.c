/* The inner loops of what learners and nets ask for, in C.

   Everything here has a twin in NumPy or Python that the pure build runs (core/columns.py,
   core/net.py, lab/research/features.py); tests hold the two together. Arrays come in by the
   buffer protocol: contiguous, of the types that the callers promise. Sizes are checked here, so
   that a wrong call is an error and never a wrong read. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef _MSC_VER
#define restrict __restrict
#endif

/* Buffers ----------------------------------------------------------------------------------- */

/* A contiguous buffer of items of one size; format letters are those of the struct module. */
static int
open_buffer(PyObject *source, Py_buffer *view, const char *letters, Py_ssize_t size, int writable)
{
    int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(source, view, flags) < 0)
        return -1;
    const char *format = view->format ? view->format : "B";
    if (view->itemsize != size || strlen(format) != 1 || !strchr(letters, format[0])) {
        PyErr_Format(PyExc_TypeError, "an array of items '%s' of %zd bytes is needed, not '%s'",
                     letters, size, format);
        PyBuffer_Release(view);
        return -1;
    }
    return 0;
}

#define OPEN_FLOATS(source, view, writable) open_buffer(source, view, "f", 4, writable)
#define OPEN_INTS(source, view, writable) open_buffer(source, view, "lq", 8, writable)
#define OPEN_BYTES(source, view) open_buffer(source, view, "b", 1, 1)

/* Columns ----------------------------------------------------------------------------------- */

/* columns(rows, width, above, equal, scaled, scales, bits, found)

   `above`, `equal` and `bits` are pairs of a column and a number, `scaled` are columns. */
static PyObject *
columns(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 8) {
        PyErr_SetString(PyExc_TypeError, "columns: 8 arguments are needed");
        return NULL;
    }
    Py_ssize_t width = PyLong_AsSsize_t(args[1]);
    if (width == -1 && PyErr_Occurred())
        return NULL;
    Py_buffer rows, above, equal, scaled, scales, bits, found;
    if (OPEN_INTS(args[0], &rows, 0) < 0)
        return NULL;
    if (OPEN_INTS(args[2], &above, 0) < 0)
        goto close_rows;
    if (OPEN_INTS(args[3], &equal, 0) < 0)
        goto close_above;
    if (OPEN_INTS(args[4], &scaled, 0) < 0)
        goto close_equal;
    if (OPEN_FLOATS(args[5], &scales, 0) < 0)
        goto close_scaled;
    if (OPEN_INTS(args[6], &bits, 0) < 0)
        goto close_scales;
    if (OPEN_FLOATS(args[7], &found, 1) < 0)
        goto close_bits;
    const int64_t *row = rows.buf, *a = above.buf, *e = equal.buf, *s = scaled.buf, *b = bits.buf;
    const float *scale = scales.buf;
    float *out = found.buf;
    Py_ssize_t na = above.len / 16, ne = equal.len / 16, ns = scaled.len / 8, nb = bits.len / 16;
    Py_ssize_t count = width > 0 ? rows.len / 8 / width : 0;
    int fits = width > 0 && rows.len == count * width * 8 && scales.len == ns * 4 &&
               found.len == count * (na + ne + ns + nb) * 4;
    for (Py_ssize_t i = 0; fits && i < na; i++)
        fits = a[2 * i] >= 0 && a[2 * i] < width;
    for (Py_ssize_t i = 0; fits && i < ne; i++)
        fits = e[2 * i] >= 0 && e[2 * i] < width;
    for (Py_ssize_t i = 0; fits && i < ns; i++)
        fits = s[i] >= 0 && s[i] < width;
    for (Py_ssize_t i = 0; fits && i < nb; i++)
        fits = b[2 * i] >= 0 && b[2 * i] < width && b[2 * i + 1] >= 0 && b[2 * i + 1] < 64;
    if (fits) {
        for (Py_ssize_t n = 0; n < count; n++, row += width) {
            for (Py_ssize_t i = 0; i < na; i++)
                *out++ = row[a[2 * i]] > a[2 * i + 1];
            for (Py_ssize_t i = 0; i < ne; i++)
                *out++ = row[e[2 * i]] == e[2 * i + 1];
            for (Py_ssize_t i = 0; i < ns; i++)
                *out++ = (float)((double)row[s[i]] * (double)scale[i]);
            for (Py_ssize_t i = 0; i < nb; i++)
                *out++ = row[b[2 * i]] >> b[2 * i + 1] & 1;
        }
    }
    else
        PyErr_SetString(PyExc_ValueError, "columns: the arrays do not fit each other");
    PyBuffer_Release(&found);
close_bits:
    PyBuffer_Release(&bits);
close_scales:
    PyBuffer_Release(&scales);
close_scaled:
    PyBuffer_Release(&scaled);
close_equal:
    PyBuffer_Release(&equal);
close_above:
    PyBuffer_Release(&above);
close_rows:
    PyBuffer_Release(&rows);
    if (PyErr_Occurred())
        return NULL;
    Py_RETURN_NONE;
}

/* Nets -------------------------------------------------------------------------------------- */

/* Wider registers where the processor has them. */
#if defined(__GLIBC__) && defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

/* One layer for one row: inputs that are 0 are passed over, negative ones too after the first. Four
   inputs go together, so that sums are loaded and stored a quarter as often. */
WIDE static void
layer_of(const float *restrict in, Py_ssize_t before, const float *restrict weights,
         const float *restrict bias, Py_ssize_t after, int first, float *restrict out)
{
    const float *some[4];
    float value[4];
    int count = 0;
    memcpy(out, bias, after * sizeof(float));
    for (Py_ssize_t i = 0; i < before; i++) {
        if (first ? in[i] == 0.0f : !(in[i] > 0.0f))
            continue;
        value[count] = in[i];
        some[count++] = weights + i * after;
        if (count < 4)
            continue;
        count = 0;
        const float *restrict a = some[0], *restrict b = some[1];
        const float *restrict c = some[2], *restrict d = some[3];
        const float p = value[0], q = value[1], r = value[2], s = value[3];
        for (Py_ssize_t j = 0; j < after; j++)
            out[j] += p * a[j] + q * b[j] + (r * c[j] + s * d[j]);
    }
    for (int n = 0; n < count; n++)
        for (Py_ssize_t j = 0; j < after; j++)
            out[j] += value[n] * some[n][j];
}

#define MOST_LAYERS 16

/* outputs(features, layers, found): `layers` are pairs of weights and what is added. */
static PyObject *
outputs(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 3 || !PyTuple_Check(args[1]) || PyTuple_GET_SIZE(args[1]) < 1 ||
        PyTuple_GET_SIZE(args[1]) > MOST_LAYERS) {
        PyErr_SetString(PyExc_TypeError, "outputs: features, layers and an array are needed");
        return NULL;
    }
    int depth = (int)PyTuple_GET_SIZE(args[1]), opened = 0;
    Py_buffer features, found, weights[MOST_LAYERS], bias[MOST_LAYERS];
    Py_ssize_t before[MOST_LAYERS], after[MOST_LAYERS], most = 0;
    float *space = NULL;
    if (OPEN_FLOATS(args[0], &features, 0) < 0)
        return NULL;
    if (OPEN_FLOATS(args[2], &found, 1) < 0)
        goto close_features;
    for (; opened < depth; opened++) {
        PyObject *layer = PyTuple_GET_ITEM(args[1], opened);
        if (!PyTuple_Check(layer) || PyTuple_GET_SIZE(layer) != 2) {
            PyErr_SetString(PyExc_TypeError, "outputs: a layer is two arrays");
            goto close_layers;
        }
        if (OPEN_FLOATS(PyTuple_GET_ITEM(layer, 0), &weights[opened], 0) < 0)
            goto close_layers;
        if (OPEN_FLOATS(PyTuple_GET_ITEM(layer, 1), &bias[opened], 0) < 0) {
            PyBuffer_Release(&weights[opened]);
            goto close_layers;
        }
        after[opened] = bias[opened].len / 4;
        before[opened] = after[opened] ? weights[opened].len / 4 / after[opened] : 0;
        if (after[opened] > most)
            most = after[opened];
    }
    Py_ssize_t count = before[0] ? features.len / 4 / before[0] : 0;
    int fits = count * before[0] * 4 == features.len && found.len == count * after[depth - 1] * 4;
    for (int n = 0; n < depth; n++)
        fits = fits && before[n] > 0 && before[n] * after[n] * 4 == weights[n].len &&
               (n == 0 || before[n] == after[n - 1]);
    if (!fits) {
        PyErr_SetString(PyExc_ValueError, "outputs: the arrays do not fit each other");
        goto close_layers;
    }
    space = PyMem_Malloc(2 * most * sizeof(float));
    if (space == NULL) {
        PyErr_NoMemory();
        goto close_layers;
    }
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t row = 0; row < count; row++) {
        const float *in = (const float *)features.buf + row * before[0];
        for (int n = 0; n < depth; n++) {
            float *out = n == depth - 1 ? (float *)found.buf + row * after[n]
                                        : space + (n % 2) * most;
            layer_of(in, before[n], weights[n].buf, bias[n].buf, after[n], n == 0, out);
            in = out;
        }
    }
    Py_END_ALLOW_THREADS
close_layers:
    PyMem_Free(space);
    while (opened--) {
        PyBuffer_Release(&weights[opened]);
        PyBuffer_Release(&bias[opened]);
    }
    PyBuffer_Release(&found);
close_features:
    PyBuffer_Release(&features);
    if (PyErr_Occurred())
        return NULL;
    Py_RETURN_NONE;
}

/* Rows -------------------------------------------------------------------------------------- */

/* write(numbers, found, row): as one row of an array, which has as many columns. */
static PyObject *
write_numbers(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 3) {
        PyErr_SetString(PyExc_TypeError, "write: numbers, an array and a number are needed");
        return NULL;
    }
    Py_ssize_t row = PyLong_AsSsize_t(args[2]);
    if (row == -1 && PyErr_Occurred())
        return NULL;
    PyObject *numbers = PySequence_Fast(args[0], "write: numbers are a sequence");
    if (numbers == NULL)
        return NULL;
    Py_buffer found;
    if (OPEN_INTS(args[1], &found, 1) < 0) {
        Py_DECREF(numbers);
        return NULL;
    }
    Py_ssize_t width = PySequence_Fast_GET_SIZE(numbers);
    if (found.ndim != 2 || found.shape[1] != width || row < 0 || row >= found.shape[0])
        PyErr_SetString(PyExc_ValueError, "write: the numbers are no row of the array");
    else {
        int64_t *to = (int64_t *)found.buf + row * width;
        for (Py_ssize_t n = 0; n < width; n++) {
            to[n] = PyLong_AsLongLong(PySequence_Fast_GET_ITEM(numbers, n));
            if (to[n] == -1 && PyErr_Occurred())
                break;
        }
    }
    PyBuffer_Release(&found);
    Py_DECREF(numbers);
    if (PyErr_Occurred())
        return NULL;
    Py_RETURN_NONE;
}

/* Masks ------------------------------------------------------------------------------------- */

static PyObject *str_number;

/* mark(rows, found, value): sets, in each row of `found`, the numbers of the actions in its list. */
static PyObject *
mark(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 3 || !PyList_Check(args[0])) {
        PyErr_SetString(PyExc_TypeError, "mark: a list, an array and a number are needed");
        return NULL;
    }
    long value = PyLong_AsLong(args[2]);
    if (value == -1 && PyErr_Occurred())
        return NULL;
    Py_buffer found;
    if (OPEN_BYTES(args[1], &found) < 0)
        return NULL;
    Py_ssize_t count = PyList_GET_SIZE(args[0]), width = count ? found.len / count : 0;
    if (width * count != found.len)
        PyErr_SetString(PyExc_ValueError, "mark: there must be one row for each list");
    char *row = found.buf;
    for (Py_ssize_t n = 0; n < count && !PyErr_Occurred(); n++, row += width) {
        PyObject *actions = PySequence_Fast(PyList_GET_ITEM(args[0], n), "actions are a sequence");
        if (actions == NULL)
            break;
        for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(actions); i++) {
            PyObject *found_number =
                PyObject_GetAttr(PySequence_Fast_GET_ITEM(actions, i), str_number);
            if (found_number == NULL)
                break;
            Py_ssize_t number = PyLong_AsSsize_t(found_number);
            Py_DECREF(found_number);
            if (number < 0 || number >= width) {
                if (!PyErr_Occurred())
                    PyErr_SetString(PyExc_ValueError, "mark: a number is not within the row");
                break;
            }
            row[number] = (char)value;
        }
        Py_DECREF(actions);
    }
    PyBuffer_Release(&found);
    if (PyErr_Occurred())
        return NULL;
    Py_RETURN_NONE;
}

/* Rows of views ----------------------------------------------------------------------------- */

enum { NUMBER, FIXED, PADDED, BITS, COUNTS };
#define DEEPEST 8

typedef struct {
    PyObject *names[DEEPEST];     /* of the attribute or key at each step */
    Py_ssize_t places[DEEPEST];   /* the same as an index of a list */
    int depth, kept;              /* steps, and how many of them the part before has too */
    int kind;
    Py_ssize_t at, size;          /* where its numbers stand in a row, and how many they are */
} Part;

typedef struct {
    PyObject_HEAD
    Py_ssize_t count, width;
    Part *parts;
} Reader;

static void
reader_dealloc(Reader *self)
{
    for (Py_ssize_t n = 0; n < self->count; n++)
        for (int step = 0; step < self->parts[n].depth; step++)
            Py_XDECREF(self->parts[n].names[step]);
    PyMem_Free(self->parts);
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

/* Reader(parts, width): parts are (path, kind, at, size); a path is a tuple of names. */
static PyObject *
reader_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *parts;
    Py_ssize_t width;
    if (!PyArg_ParseTuple(args, "O!n", &PyList_Type, &parts, &width))
        return NULL;
    Reader *self = (Reader *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->width = width;
    self->parts = PyMem_Calloc(PyList_GET_SIZE(parts) + 1, sizeof(Part));
    if (self->parts == NULL) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    for (Py_ssize_t n = 0; n < PyList_GET_SIZE(parts); n++) {
        Part *part = &self->parts[n], *last = n ? part - 1 : NULL;
        PyObject *path;
        if (!PyArg_ParseTuple(PyList_GET_ITEM(parts, n), "O!inn", &PyTuple_Type, &path,
                              &part->kind, &part->at, &part->size))
            goto failed;
        Py_ssize_t depth = PyTuple_GET_SIZE(path);
        if (depth < 1 || depth > DEEPEST || part->kind < NUMBER || part->kind > COUNTS ||
            part->at < 0 || part->size < 0 || part->at + part->size > width ||
            (part->kind == NUMBER && part->size != 1)) {
            PyErr_SetString(PyExc_ValueError, "Reader: a part that is not within the row");
            goto failed;
        }
        self->count = n + 1;
        for (int step = 0; step < depth; step++) {
            PyObject *name = PyTuple_GET_ITEM(path, step);
            if (!PyUnicode_Check(name)) {
                PyErr_SetString(PyExc_TypeError, "Reader: a path is made of names");
                goto failed;
            }
            Py_INCREF(name);
            PyUnicode_InternInPlace(&name);
            part->names[step] = name;
            part->depth = step + 1;
            const char *text = PyUnicode_AsUTF8(name);
            if (text == NULL)
                goto failed;
            part->places[step] = strtol(text, NULL, 10);
            if (last && part->kept == step && step < last->depth - 1 && step < depth - 1 &&
                last->names[step] == name)
                part->kept = step + 1;
        }
    }
    return (PyObject *)self;
failed:
    Py_DECREF(self);
    return NULL;
}

/* What a step leads to, a new reference: None where the path ends early. */
static PyObject *
step_into(PyObject *from, const Part *part, int step)
{
    if (from == Py_None)
        return Py_NewRef(Py_None);
    if (PyTuple_Check(from) || PyList_Check(from)) {
        Py_ssize_t size = PySequence_Fast_GET_SIZE(from), place = part->places[step];
        if (place < 0)
            place += size;
        if (place < 0 || place >= size)
            return Py_NewRef(Py_None);
        return Py_NewRef(PySequence_Fast_GET_ITEM(from, place));
    }
    if (PyDict_Check(from)) {
        PyObject *found = PyDict_GetItemWithError(from, part->names[step]);
        if (found == NULL && !PyErr_Occurred())
            PyErr_SetObject(PyExc_KeyError, part->names[step]);
        return Py_XNewRef(found);
    }
    return PyObject_GetAttr(from, part->names[step]);
}

/* Numbers up to `most` from a list; -1 on an error. */
static int
copy_numbers(PyObject *list, Py_ssize_t most, float *row)
{
    for (Py_ssize_t n = 0; n < most; n++) {
        double number = PyLong_AsDouble(PySequence_Fast_GET_ITEM(list, n));
        if (number == -1.0 && PyErr_Occurred())
            return -1;
        row[n] = (float)number;
    }
    return 0;
}

/* The bits of a mask, from the lowest one on. */
static int
copy_bits(PyObject *mask, Py_ssize_t size, float *row)
{
    unsigned long long low = PyLong_AsUnsignedLongLongMask(mask);
    if (low == (unsigned long long)-1 && PyErr_Occurred())
        return -1;
    for (Py_ssize_t n = 0; n < size && n < 64; n++)
        row[n] = (float)(low >> n & 1);
    if (size <= 64)
        return 0;
    PyObject *by = PyLong_FromLong(64), *high = by ? PyNumber_Rshift(mask, by) : NULL;
    int failed = high == NULL || copy_bits(high, size - 64, row + 64) < 0;
    Py_XDECREF(by);
    Py_XDECREF(high);
    return failed ? -1 : 0;
}

static int
write_part(PyObject *value, const Part *part, float *row)
{
    row += part->at;
    Py_ssize_t size = part->size;
    int listed = PyTuple_Check(value) || PyList_Check(value);
    Py_ssize_t length = listed ? PySequence_Fast_GET_SIZE(value) : 0;
    switch (part->kind) {
    case NUMBER: {
        double number = PyLong_Check(value) ? PyLong_AsDouble(value) : -1.0;
        if (number == -1.0 && PyErr_Occurred())
            return -1;
        row[0] = (float)number;
        return 0;
    }
    case FIXED:
        if (!listed || length != size) {
            PyErr_Format(PyExc_ValueError,
                         "%R is no list of %zd features any more: it must be padded", value, size);
            return -1;
        }
        return copy_numbers(value, size, row);
    case PADDED:
        if (length > size)
            length = size;
        for (Py_ssize_t n = length; n < size; n++)
            row[n] = -1.0f;
        return copy_numbers(value, length, row);
    case BITS:
        if (PyLong_Check(value))
            return copy_bits(value, size, row);
        memset(row, 0, size * sizeof(float));
        return 0;
    default:
        memset(row, 0, size * sizeof(float));
        for (Py_ssize_t n = 0; n < length; n++) {
            long number = PyLong_AsLong(PySequence_Fast_GET_ITEM(value, n));
            if (number == -1 && PyErr_Occurred())
                return -1;
            if (number >= 0 && number < size)
                row[number] += 1.0f;
        }
        return 0;
    }
}

static void
read_one(Reader *self, PyObject *view, float *row)
{
    PyObject *way[DEEPEST + 1] = {view};
    int reached = 0, failed = 0;
    for (Py_ssize_t n = 0; n < self->count && !failed; n++) {
        Part *part = &self->parts[n];
        while (reached > part->kept)
            Py_DECREF(way[reached--]);
        while (reached < part->depth && !failed) {
            PyObject *next = step_into(way[reached], part, reached);
            if (next == NULL)
                failed = 1;
            else
                way[++reached] = next;
        }
        failed = failed || write_part(way[reached], part, row) < 0;
    }
    while (reached)
        Py_DECREF(way[reached--]);
}

/* read(view, found, row): the numbers of a view, as one row of an array. */
static PyObject *
reader_read(Reader *self, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 3) {
        PyErr_SetString(PyExc_TypeError, "read: a view, an array and a number are needed");
        return NULL;
    }
    Py_ssize_t row = PyLong_AsSsize_t(args[2]);
    Py_buffer found;
    if ((row == -1 && PyErr_Occurred()) || OPEN_FLOATS(args[1], &found, 1) < 0)
        return NULL;
    if (row < 0 || row >= (self->width ? found.len / 4 / self->width : 0))
        PyErr_SetString(PyExc_IndexError, "read: the array has no such row");
    else
        read_one(self, args[0], (float *)found.buf + row * self->width);
    PyBuffer_Release(&found);
    if (PyErr_Occurred())
        return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef reader_methods[] = {
    {"read", (PyCFunction)(void (*)(void))reader_read, METH_FASTCALL,
     "Write the numbers of a view."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot reader_slots[] = {
    {Py_tp_doc, "Reads views into rows of numbers."},
    {Py_tp_new, reader_new},
    {Py_tp_dealloc, reader_dealloc},
    {Py_tp_methods, reader_methods},
    {0, NULL},
};

static PyType_Spec reader_spec = {
    "ludus.core.kernels.Reader", sizeof(Reader), 0, Py_TPFLAGS_DEFAULT, reader_slots,
};

/* The module -------------------------------------------------------------------------------- */

static PyMethodDef methods[] = {
    {"columns", (PyCFunction)(void (*)(void))columns, METH_FASTCALL, "Features from columns."},
    {"mark", (PyCFunction)(void (*)(void))mark, METH_FASTCALL, "Masks of legal actions."},
    {"outputs", (PyCFunction)(void (*)(void))outputs, METH_FASTCALL, "What a net says."},
    {"write", (PyCFunction)(void (*)(void))write_numbers, METH_FASTCALL, "Numbers as a row."},
    {NULL, NULL, 0, NULL},
};

static int
prepare(PyObject *module)
{
    if (str_number == NULL && (str_number = PyUnicode_InternFromString("number")) == NULL)
        return -1;
    PyObject *type = PyType_FromSpec(&reader_spec);
    if (type == NULL)
        return -1;
    int done = PyModule_AddObjectRef(module, "reader", type);
    Py_DECREF(type);
    return done;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, prepare}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "kernels", "Inner loops in C.", 0, methods, slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_kernels(void)
{
    return PyModuleDef_Init(&definition);
}
