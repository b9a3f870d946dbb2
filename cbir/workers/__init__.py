"""Tasks on untrusted files -> worker processes that may crash or hang -> futures.

WorkerPool(initializer=...), submit(function, path), close(); run_all(pool, function, tasks) for many tasks.
Inside a task, `with grant(n_bytes):` waits for a share of the common budget of decoded bytes.
"""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir.workers.encoder import (
        Encoded,
        Encoder,
        Encoders,
        EncodingBatch,
        EncodingRemarks,
        PictureEmbeddings,
        PictureEncoder,
    )
    from cbir.workers.face_process import FaceProcess, FacesOfPicture
    from cbir.workers.loading import load_for_tasks
    from cbir.workers.pool import WorkerDied, WorkerPool, WorkersBroken
    from cbir.workers.process import grant
    from cbir.workers.queueing import Workers, run_all
    from cbir.workers.spawning import START, no_main_module
    from cbir.workers.tasks import (
        AlreadyListed,
        DescribedQuery,
        IngestedMoments,
        IngestedPhoto,
        InkOfDocuments,
        LearnedComparison,
        LearnedQuery,
        ListedPhoto,
        SamePicture,
        Warp,
        compare_aligned,
        compare_closer,
        compare_documents,
        compare_learned,
        describe_learned,
        describe_query,
        encode_query,
        fingerprint_file,
        glance_at,
        ingest_moments,
        ingest_photo,
        list_photo,
        look_at,
        make_copy,
        make_thumbnail,
        prepare_photo,
        query_features,
        read_metadata,
        warm_up,
    )
    from cbir.workers.text_reader import ReadingProcess

__getattr__ = lazy_door(
    __name__,
    {
        "encoder": (
            "Encoded",
            "Encoder",
            "Encoders",
            "EncodingBatch",
            "EncodingRemarks",
            "PictureEmbeddings",
            "PictureEncoder",
        ),
        "face_process": ("FaceProcess", "FacesOfPicture"),
        "pool": ("WorkerDied", "WorkerPool", "WorkersBroken"),
        "loading": ("load_for_tasks",),
        "process": ("grant",),
        "queueing": ("Workers", "run_all"),
        "spawning": ("START", "no_main_module"),
        "tasks": (
            "AlreadyListed",
            "DescribedQuery",
            "IngestedMoments",
            "IngestedPhoto",
            "InkOfDocuments",
            "LearnedComparison",
            "LearnedQuery",
            "ListedPhoto",
            "SamePicture",
            "Warp",
            "compare_aligned",
            "compare_closer",
            "compare_documents",
            "compare_learned",
            "describe_learned",
            "describe_query",
            "encode_query",
            "fingerprint_file",
            "glance_at",
            "ingest_moments",
            "ingest_photo",
            "list_photo",
            "look_at",
            "make_copy",
            "make_thumbnail",
            "prepare_photo",
            "query_features",
            "read_metadata",
            "warm_up",
        ),
        "text_reader": ("ReadingProcess",),
    },
)
